/** How a container looks, by each of its names in Markdown; besides these there is `details`, which opens. */
export const CONTAINERS = {
  info: 'info',
  warning: 'warning',
  success: 'success',
  error: 'error',
  tip: 'success',
  danger: 'error',
  note: 'info',
  caution: 'warning',
  important: 'info',
} as const;
