/** Types of the files that demos and pages can import besides code: add `"types": ["cascader-docs/client"]` to tsconfig. */
declare module '*.css';
declare module '*.less';
declare module '*.svg' {
  const url: string;
  export default url;
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
