// What the name `typescript` stands for in the compiled tool. As an import, nine megabytes would be searched for their
// exports before they are run, which takes twice as long as running them; `require` does not search.
const load = require; // By another name it is left alone by the bundler, which would find this file here.
module.exports = load('typescript');
