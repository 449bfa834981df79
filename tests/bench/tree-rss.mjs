// Samples the total RSS of all processes of a process session every 200 ms, and writes the peak on SIGTERM.
// Usage: node tree-rss.mjs SESSION_ID_FILE OUT_FILE   (Linux only)
import fs from 'node:fs';

const [, , sidFile, out] = process.argv;
let peak = 0,
  peakN = 0,
  sid = 0;
const tick = () => {
  if (!sid) {
    try {
      sid = Number(fs.readFileSync(sidFile, 'utf8'));
    } catch {}
    if (!sid) return;
  }
  let sum = 0,
    n = 0;
  for (const p of fs.readdirSync('/proc')) {
    const c = p.charCodeAt(0);
    if (c < 48 || c > 57) continue;
    try {
      const st = fs.readFileSync(`/proc/${p}/stat`, 'utf8');
      const f = st.slice(st.lastIndexOf(')') + 2).split(' ');
      if (Number(f[3]) !== sid) continue;
      sum += Number(f[21]) * 4096;
      n++;
    } catch {}
  }
  if (sum > peak) {
    peak = sum;
    peakN = n;
  }
};
setInterval(tick, 200);
process.on('SIGTERM', () => {
  fs.writeFileSync(out, JSON.stringify({ peak, n: peakN }));
  process.exit(0);
});
