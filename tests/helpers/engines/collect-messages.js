/** Runs in the page before its own scripts. Collects console messages and uncaught errors. */
window.collectedMessages = [];
for (const type of ['debug', 'error', 'info', 'log', 'warn']) {
  const write = console[type];
  console[type] = (...args) => {
    window.collectedMessages.push(`${type}: ${args.join(' ')}`);
    write.apply(console, args);
  };
}
addEventListener('error', ({ message }) => window.collectedMessages.push(`uncaught: ${message}`));
addEventListener('unhandledrejection', ({ reason }) => window.collectedMessages.push(`uncaught: ${reason}`));
