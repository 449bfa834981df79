/** The bundler's namespace of style sheets; plugins that resolve for it say so by the same name. */
export const STYLE_NAMESPACE = 'style';

/** Data of a request for a style sheet that another plugin passes on: the plugin of style sheets has seen it. */
export const SHEET_AGAIN = 'style-again';
