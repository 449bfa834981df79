/** Look of each `:::` container by its name in Markdown. `details` is separate, because it can be opened. */
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
