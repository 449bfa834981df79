/** Namespace of style sheets. Plugins that resolve a style sheet also set it as plugin data. */
export const STYLE_NAMESPACE = 'style';

/** Plugin data of a request for a style sheet that another plugin resolves again, after the style sheet plugin. */
export const SHEET_AGAIN = 'style-again';
