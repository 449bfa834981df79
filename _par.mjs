import { fork } from 'node:child_process';
const T=['&amp;','&#0;','*','**','_','`','``','[',']','(',')','<','>','</a>','<b>','!','~','~~','\\','\n','\n\n',' ','  ','\t','a','b','#','# ','- ','1. ','> ','|','|-','--','---','===','```','~~~','$','$$',':','::',':::','::: a\n',':a','{','}','"',"'",'[^a]','[^a]:','[a]','[a]:','](b)','![','http://','www.','a@b.c','<!--','-->','<?','<![CDATA[',']]>','<a ','\u00e9','*a **b ','=','+','x','[ ] ','- [ ] ','\r','\u0000','　'];
let seed=Number(process.argv[2]);const rnd=()=>((seed=(seed*1103515245+12345)&0x7fffffff)/0x7fffffff);
let c=fork('./_child.mjs');
const run=(p,n)=>new Promise(res=>{const t=setTimeout(()=>{c.kill('SIGKILL');c=fork('./_child.mjs');res(['HANG',8000])},8000);c.once('message',m=>{clearTimeout(t);c.removeAllListeners('exit');res(m)});c.once('exit',(code,sig)=>{if(sig==='SIGKILL')return;clearTimeout(t);c=fork('./_child.mjs');res(['CRASH '+code+sig,0])});c.send([p,n])});
const end=Date.now()+Number(process.argv[3])*1000;let k=0;
const all=[...T];for(const x of T)for(const y of T)all.push(x+y);
while(Date.now()<end){const i=k++;const p=i<all.length?all[i]:Array.from({length:2+Math.floor(rnd()*4)},()=>T[Math.floor(rnd()*T.length)]).join('');
 const n=Math.floor(60000/p.length);const m=await run(p,n);if(m[0]!=='ok'||m[1]>700)console.log(JSON.stringify(p),n,m[0],Math.round(m[1]));}
console.log('tried',k);c.kill();process.exit()
