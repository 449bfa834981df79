/** The bundler's namespace of style sheets; plugins that resolve for it say so by the same name. */
export const STYLE_NAMESPACE = 'style';

/** Plugin data of a request for a style sheet that another plugin resolves again, after the plugin of style sheets. */
export const SHEET_AGAIN = 'style-again';
