/** Constructed, so no policy of the page forbids it. `!important`, because the page's rules would win otherwise. */
export const BANNER_STYLE = `:host{all:initial!important;display:block!important}
@media print{:host{display:none!important}}
*{margin:0;color:inherit;font:inherit}
div{--a:#fdf4e3;display:flex;flex-wrap:wrap;gap:2px 20px;padding:6px 16px;border:solid #8886;border-width:0 0 1px;background:var(--a);color:#33270f;font:14px/1.5 system-ui,sans-serif}
.dark{--a:#2b2210;color:#f3e6c8;color-scheme:dark}
.covered{position:fixed;inset:auto 0 0;z-index:9999}
a,summary{padding:2px 0;cursor:pointer}
a{display:inline-block}
::slotted(a){color:inherit!important}
details{position:relative}
ul{position:absolute;z-index:9999;width:max-content;max-width:14rem;max-height:70vh;padding:6px;overflow:auto;border:solid 1px #8886;border-radius:8px;background:var(--a);list-style:none}
.covered ul{bottom:100%}
li a{display:block;padding:6px 12px;text-decoration:none}
li a:hover{text-decoration:underline}
[aria-current]{font-weight:600}`;
