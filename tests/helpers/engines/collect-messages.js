/** In the page, before its own scripts: keeps what is written to the console, and uncaught errors. */
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
