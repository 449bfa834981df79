/**
 * Addresses that no page may link to, in the form in which an attribute contains them. They are refused wherever an author writes
 * them.
 */
export const UNSAFE_URLS: readonly string[] = [
  ...['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'JaVaScRiPt:alert(1)', 'javascript:', 'javascript:%61lert(1)'],
  ...[
    ' javascript:x',
    '\tjavascript:x',
    '\njavascript:x',
    '\u0001javascript:x',
    '\u001f javascript:x',
    '\u000bjavascript:x',
  ],
  ...['java\tscript:x', 'java\nscript:x', 'java\r\nscript:x', 'javascript\t:x', 'j\na\nv\na\ns\nc\nr\ni\np\nt\n:x'],
  ...['javascript://example.org/%0aalert(1)', 'javascript:/*</title><b>*/x', 'javascript:javascript:x'],
  ...['&#106;avascript:x', '&#x6A;avascript:x', '&#0000106avascript:x', '&#x00006a;avascript:x', 'javascript&colon;x'],
  ...['java&Tab;script:x', 'java&NewLine;script:x', 'java&#9;script:x', 'java&#xA;script:x', '&#1;javascript:x'],
  ...['javascript&#58;x', 'javascript&#x3a;x', '&#14; javascript:x', 'java&#13;&#10;script:x'],
  ...['vbscript:x', 'VBScript:x', 'livescript:x', 'data:text/html,x', 'DATA:text/html;base64,PHNj', 'data:,x'],
  ...['data:image/svg+xml,<svg onload=x>', 'data:application/xhtml+xml,x', 'd\nata:text/html,x', 'file:///etc/passwd'],
  ...['FILE:///c:/', 'blob:https://a.b/x', 'filesystem:https://a.b/x', 'about:blank', 'view-source:https://a.b'],
  ...['chrome://settings', 'feed:javascript:x', 'ftp://a.b/', 'ws://a.b', 'intent://x#Intent;end', 'ms-settings:x'],
];

/** Addresses that look unsafe but are not: browsers read them as paths or hosts. */
export const ODD_URLS: readonly string[] = [
  ...['./javascript:x', '/javascript:x', '#javascript:x', '?javascript:x', '//javascript:80/x', 'java script:x'],
  ...['https://example.org/javascript:x', 'mailto:javascript:x', 'tel:data:x'],
];
