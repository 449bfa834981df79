/** Types of files other than code that demos and pages can import. Add `"types": ["cascader-docs/client"]` to tsconfig. */
// Class names by name in the style sheet; undefined for other names. This pattern comes first, because `*.css` matches too.
declare module '*.module.css' {
  const classes: { readonly [name: string]: string | undefined };
  export default classes;
}
declare module '*.module.less' {
  const classes: { readonly [name: string]: string | undefined };
  export default classes;
}
declare module '*.module.scss' {
  const classes: { readonly [name: string]: string | undefined };
  export default classes;
}
declare module '*.module.sass' {
  const classes: { readonly [name: string]: string | undefined };
  export default classes;
}
declare module '*.css';
declare module '*.less';
declare module '*.scss';
declare module '*.sass';
declare module '*.svg' {
  const url: string;
  export default url;
  /** The image as a component, created by the project's `@svgr/core`. */
  export const ReactComponent: (props: { [attribute: string]: unknown }) => never;
}
declare module '*.png' {
  const url: string;
  export default url;
}
declare module '*.jpg' {
  const url: string;
  export default url;
}
declare module '*.webp' {
  const url: string;
  export default url;
}
declare module '*.gif' {
  const url: string;
  export default url;
}
declare module '*.jpeg' {
  const url: string;
  export default url;
}
declare module '*.avif' {
  const url: string;
  export default url;
}
declare module '*.ico' {
  const url: string;
  export default url;
}
declare module '*.woff' {
  const url: string;
  export default url;
}
declare module '*.woff2' {
  const url: string;
  export default url;
}
declare module '*.ttf' {
  const url: string;
  export default url;
}
declare module '*.eot' {
  const url: string;
  export default url;
}
declare module '*.otf' {
  const url: string;
  export default url;
}
declare module '*.mp4' {
  const url: string;
  export default url;
}
declare module '*.webm' {
  const url: string;
  export default url;
}
declare module '*.mp3' {
  const url: string;
  export default url;
}

/** Text of a file. */
declare module '*?raw' {
  const text: string;
  export default text;
}
/** URL of a file of any kind. */
declare module '*?url' {
  const url: string;
  export default url;
}
/** An SVG image as a component, created by the project's `@svgr/core`. */
declare module '*.svg?react' {
  const Picture: (props: { [attribute: string]: unknown }) => never;
  export default Picture;
}

/** Environment variables that demos, pages, the theme and the library can read. */
interface ImportMetaEnv {
  /** `production`, or `development` where a page of `dev` runs. */
  readonly MODE: string;
  readonly DEV: boolean;
  readonly PROD: boolean;
  /** True while a page or demo is rendered on the server. */
  readonly SSR: boolean;
  /** `base` of the configuration. */
  readonly BASE_URL: string;
  readonly [name: `CASCADER_PUBLIC_${string}`]: string | undefined;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
