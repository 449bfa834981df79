/** The bundler's namespace of style sheets; plugins that resolve for it say so by the same name. */
export const STYLE_NAMESPACE = 'style';
