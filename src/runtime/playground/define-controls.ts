/** `cascader-docs/playground`: for demos with controls. */

/** Names of the props of each member of a union. */
type NameOf<Props> = Props extends unknown ? keyof Props : never;
/** Type of a prop in the members of a union that have it. */
type ValueOf<Props, Name> = Props extends unknown ? (Name extends keyof Props ? Props[Name] : never) : never;

/** Named values of props, for the controls of a playground. */
export type ControlPresets<Props> = { [Name in NameOf<Props>]?: Record<string, ValueOf<Props, Name>> };

/**
 * Defines named values of props that have no other control, such as elements. The values are checked against the types.
 *
 * @example
 * export const controls = defineControls<ButtonProps>()({ icon: { Star: <Star /> } });
 */
export function defineControls<Props>(): <const Presets extends ControlPresets<Props>>(presets: Presets) => Presets {
  return (presets) => presets;
}
