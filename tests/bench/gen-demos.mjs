// gen-demos.mjs N KIND OUT [FORMAT=ours|dumi|storybook]: a library of N components with 4 demos each that import a heavy library, an API table each and a playground for every third. KIND: antd | mui | light.
// Packages in OUT: react react-dom @types/react, antd@5 @ant-design/icons@6 | @mui/material @mui/icons-material @emotion/react @emotion/styled. Pages are deterministic.
import fs from 'node:fs';
import path from 'node:path';

const [, , nArg, kind, out, format = 'ours'] = process.argv;
const N = Number(nArg);
function rng(a) {
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const W =
  `the a of to and in is that it with for as on this be by from when can will which each value component page render state option select input menu tree node panel list table form field label popup trigger overlay theme token style class type default callback event change click hover focus blur key path data source load async search filter match sort check expand collapse open close visible hidden disabled active selected multiple single nested leaf parent child root index level depth column row cell width height size align place offset motion animation delay enter leave mount update unmount effect hook context provider memo cache compute controlled initial current next previous first last empty fallback locale language text icon arrow button image link header footer layout grid flex container portal keyboard reader role order tab stop caret cursor pointer touch scroll virtual window`.split(
    /\s+/,
  );
const pad = (i) => String(i + 1).padStart(3, '0');
const w = (f, t) => {
  const p = path.join(out, f);
  fs.mkdirSync(path.dirname(p), { recursive: true });
  fs.writeFileSync(p, t);
};
const antd = [
  () =>
    `import { Button, Space, Tooltip } from 'antd';\nimport { SearchOutlined, DownloadOutlined } from '@ant-design/icons';|<Space><Tooltip title="search"><Button icon={<SearchOutlined />}>Search</Button></Tooltip><Button type="primary" icon={<DownloadOutlined />} onClick={() => setN(n + 1)}>Count {n}</Button></Space>`,
  () =>
    `import { Select, Tag } from 'antd';\nimport { SmileOutlined } from '@ant-design/icons';|<><Select style={{ width: 200 }} defaultValue="a" suffixIcon={<SmileOutlined />} options={[{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }]} onChange={() => setN(n + 1)} /><Tag>{n}</Tag></>`,
  () =>
    `import { Table, Badge } from 'antd';\nimport { EditOutlined, DeleteOutlined } from '@ant-design/icons';|<Table size="small" rowKey="k" pagination={{ pageSize: 4 }} dataSource={Array.from({ length: 12 }, (_, k) => ({ k, name: 'Row ' + k, n: k * n }))} columns={[{ title: 'Name', dataIndex: 'name', sorter: (a, b) => a.k - b.k }, { title: 'N', dataIndex: 'n', render: (v) => <Badge count={v} /> }, { title: '', render: () => <><EditOutlined onClick={() => setN(n + 1)} /><DeleteOutlined /></> }]} />`,
  () =>
    `import { DatePicker, TimePicker, Space } from 'antd';\nimport { CalendarOutlined } from '@ant-design/icons';|<Space><DatePicker suffixIcon={<CalendarOutlined />} onChange={() => setN(n + 1)} /><TimePicker />{n}</Space>`,
  () =>
    `import { Form, Input, InputNumber, Checkbox, Button } from 'antd';\nimport { UserOutlined, LockOutlined } from '@ant-design/icons';|<Form onFinish={() => setN(n + 1)} layout="vertical"><Form.Item label="Name" name="name" rules={[{ required: true }]}><Input prefix={<UserOutlined />} /></Form.Item><Form.Item label="Age" name="age"><InputNumber /></Form.Item><Checkbox>Remember {n}</Checkbox><Button htmlType="submit" icon={<LockOutlined />}>Send</Button></Form>`,
  () =>
    `import { Tree, Card } from 'antd';\nimport { FolderOutlined, FileOutlined } from '@ant-design/icons';|<Card title={'Tree ' + n}><Tree showIcon defaultExpandAll onSelect={() => setN(n + 1)} treeData={[{ title: 'root', key: '0', icon: <FolderOutlined />, children: [{ title: 'leaf', key: '0-0', icon: <FileOutlined /> }] }]} /></Card>`,
  () =>
    `import { Tabs, Descriptions } from 'antd';\nimport { AppleOutlined, AndroidOutlined } from '@ant-design/icons';|<Tabs onChange={() => setN(n + 1)} items={[{ key: '1', label: 'One', icon: <AppleOutlined />, children: <Descriptions items={[{ key: 'a', label: 'Name', children: 'Zhou' }]} /> }, { key: '2', label: 'Two', icon: <AndroidOutlined />, children: String(n) }]} />`,
  () =>
    `import { Modal, Button, Alert } from 'antd';\nimport { ExclamationCircleOutlined } from '@ant-design/icons';|<><Button icon={<ExclamationCircleOutlined />} onClick={() => setN(n + 1)}>Open</Button><Modal open={n % 2 === 1} onOk={() => setN(n + 1)} onCancel={() => setN(n + 1)} title="Title"><Alert message="text" type="info" /></Modal></>`,
  () =>
    `import { Steps, Progress, Switch } from 'antd';\nimport { LoadingOutlined, SolutionOutlined } from '@ant-design/icons';|<><Steps current={n % 3} items={[{ title: 'Login', icon: <SolutionOutlined /> }, { title: 'Pay', icon: <LoadingOutlined /> }, { title: 'Done' }]} /><Progress percent={n * 10} /><Switch onChange={() => setN(n + 1)} /></>`,
  () =>
    `import { Cascader, Slider, Rate } from 'antd';\nimport { HeartOutlined } from '@ant-design/icons';|<><Cascader options={[{ value: 'z', label: 'Zhejiang', children: [{ value: 'h', label: 'Hangzhou' }] }]} onChange={() => setN(n + 1)} /><Slider defaultValue={30} /><Rate character={<HeartOutlined />} defaultValue={n} /></>`,
  () =>
    `import { Menu, Dropdown, Avatar } from 'antd';\nimport { MailOutlined, SettingOutlined } from '@ant-design/icons';|<><Menu mode="horizontal" onClick={() => setN(n + 1)} items={[{ key: 'm', label: 'Mail', icon: <MailOutlined /> }, { key: 's', label: 'Settings', icon: <SettingOutlined />, children: [{ key: 'o', label: 'Option' }] }]} /><Dropdown menu={{ items: [{ key: 1, label: 'x' }] }}><Avatar>{n}</Avatar></Dropdown></>`,
  () =>
    `import { Upload, Button, Collapse } from 'antd';\nimport { UploadOutlined, InboxOutlined } from '@ant-design/icons';|<><Upload beforeUpload={() => false}><Button icon={<UploadOutlined />} onClick={() => setN(n + 1)}>Upload {n}</Button></Upload><Collapse items={[{ key: '1', label: 'Panel', children: <InboxOutlined /> }]} /></>`,
];
const mui = [
  () =>
    `import Button from '@mui/material/Button';\nimport { Tooltip, Stack } from '@mui/material';\nimport DeleteIcon from '@mui/icons-material/Delete';|<Stack direction="row"><Tooltip title="t"><Button startIcon={<DeleteIcon />} variant="contained" onClick={() => setN(n + 1)}>Count {n}</Button></Tooltip></Stack>`,
  () =>
    `import { Select, MenuItem, Chip } from '@mui/material';\nimport SendIcon from '@mui/icons-material/Send';|<><Select value="a" onChange={() => setN(n + 1)}><MenuItem value="a">A</MenuItem></Select><Chip icon={<SendIcon />} label={n} /></>`,
  () =>
    `import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';\nimport EditIcon from '@mui/icons-material/Edit';|<Table><TableHead><TableRow><TableCell>Name</TableCell></TableRow></TableHead><TableBody>{[1, 2, 3].map((k) => <TableRow key={k}><TableCell>{k * n}<EditIcon onClick={() => setN(n + 1)} /></TableCell></TableRow>)}</TableBody></Table>`,
  () =>
    `import { TextField, Checkbox, FormControlLabel, Slider } from '@mui/material';\nimport HomeIcon from '@mui/icons-material/Home';|<><TextField label="Name" /><FormControlLabel control={<Checkbox onChange={() => setN(n + 1)} />} label={'n ' + n} /><Slider /><HomeIcon /></>`,
  () =>
    `import { Accordion, AccordionSummary, AccordionDetails, Alert } from '@mui/material';\nimport ExpandMoreIcon from '@mui/icons-material/ExpandMore';|<Accordion onChange={() => setN(n + 1)}><AccordionSummary expandIcon={<ExpandMoreIcon />}>Head {n}</AccordionSummary><AccordionDetails><Alert>ok</Alert></AccordionDetails></Accordion>`,
  () =>
    `import { Tabs, Tab, Card, CardContent, Autocomplete, TextField } from '@mui/material';\nimport StarIcon from '@mui/icons-material/Star';|<Card><CardContent><Tabs value={n % 2} onChange={() => setN(n + 1)}><Tab label="One" icon={<StarIcon />} /><Tab label="Two" /></Tabs><Autocomplete options={['a', 'b']} renderInput={(p) => <TextField {...p} label="auto" />} /></CardContent></Card>`,
];
const light = [
  () => `|<p><button type="button" onClick={() => setN(n + 1)}>Count {n}</button></p>`,
  () => `|<ul>{[1, 2, 3].map((k) => <li key={k} onClick={() => setN(n + 1)}>{k * n}</li>)}</ul>`,
];
const T = { antd, mui, light }[kind];
const LIB = {
  antd: [
    "import { Button, Space, Typography } from 'antd';\nimport { StarOutlined } from '@ant-design/icons';",
    () =>
      `<Space className={cls} data-tone={tone}><Typography.Text strong>{title}</Typography.Text><Button size={size} disabled={disabled} icon={<StarOutlined />} onClick={() => onSelect?.(value ?? '', 0)}>{children ?? label}</Button></Space>`,
  ],
  mui: [
    "import { Button, Typography, Box } from '@mui/material';\nimport StarIcon from '@mui/icons-material/Star';",
    () =>
      `<Box className={cls} data-tone={tone}><Typography>{title}</Typography><Button size={size} disabled={disabled} startIcon={<StarIcon />} onClick={() => onSelect?.(value ?? '', 0)}>{children ?? label}</Button></Box>`,
  ],
  light: [
    '',
    () =>
      `<div className={cls} data-tone={tone} data-size={size}><strong>{title}</strong><button type="button" disabled={disabled} onClick={() => onSelect?.(value ?? '', 0)}>{children ?? label}</button></div>`,
  ],
}[kind];
fs.rmSync(path.join(out, 'docs'), { recursive: true, force: true });
for (const d of ['src', 'demos', 'stories']) fs.rmSync(path.join(out, d), { recursive: true, force: true });
const index = [];
for (let i = 0; i < N; i++) {
  const r = rng(i * 7919 + 3),
    C = `Comp${pad(i)}`;
  const word = () => W[Math.floor(r() ** 1.5 * W.length)];
  const words = (n) => Array.from({ length: n }, word);
  const cap = (s) => s[0].toUpperCase() + s.slice(1);
  const para = (n) => {
    const o = [];
    while (n > 0) {
      const k = Math.min(n, 8 + Math.floor(r() * 10));
      o.push(`${cap(words(k).join(' '))}.`);
      n -= k;
    }
    return o.join(' ');
  };
  index.push(`export { ${C}, type ${C}Props } from './${C}/${C}';`);
  w(
    `src/${C}/${C}.css`,
    `.acme-${C.toLowerCase()} { padding: ${i % 9}px; border-radius: 4px; }\n.acme-${C.toLowerCase()}[data-tone='loud'] { color: #b00; }\n`,
  );
  w(
    `src/${C}/${C}.tsx`,
    `import type { ReactNode } from 'react';\n${LIB[0]}\nimport './${C}.css';\n\nexport interface ${C}Props {\n  /** ${para(8)} */\n  title?: string;\n  /** ${para(8)} */\n  label?: string;\n  /** ${para(9)} */\n  tone?: 'quiet' | 'loud' | 'calm';\n  /** ${para(7)} */\n  size?: 'small' | 'large';\n  /** ${para(7)} @default false */\n  disabled?: boolean;\n  /** ${para(7)} */\n  value?: string;\n  /** ${para(7)} */\n  items?: { id: string; text: string; level${i}?: number }[];\n  /** ${para(9)} */\n  children?: ReactNode;\n  /** ${para(9)} */\n  onSelect?: (value: string, index: number) => void;\n}\n\n/** ${para(14)} */\nexport function ${C}({ title = '${word()}', label = 'Press', tone = 'quiet', size = 'small', disabled = false, value, children, onSelect }: ${C}Props) {\n  const cls = 'acme-${C.toLowerCase()}';\n  return (\n    ${LIB[1]()}\n  );\n}\n`,
  );
  const demos = [];
  for (let j = 0; j < 4; j++) {
    const [imports, body] =
      T[(i * 4 + j) % T.length](C).split('|').length === 2
        ? T[(i * 4 + j) % T.length](C).split('|')
        : [T[(i * 4 + j) % T.length](C).split('|')[0], T[(i * 4 + j) % T.length](C).split('|').slice(1).join('|')];
    const f = `${C.toLowerCase()}-${j + 1}.tsx`;
    demos.push(f);
    const doc =
      format === 'storybook'
        ? ''
        : `/**\n * title: ${cap(words(2).join(' '))} ${j + 1}\n * description: ${para(10)}\n */\n`;
    w(
      `demos/${f}`,
      `${doc}import { useState } from 'react';\n${imports}${imports ? '\n' : ''}import { ${C} } from '@acme/ui';\n\nexport default function Demo() {\n  const [n, setN] = useState(1);\n  return (\n    <div>\n      ${body}\n      <${C} tone="${['quiet', 'loud', 'calm'][j % 3]}" title="${cap(word())}" onSelect={() => setN(n + 1)}>\n        ${words(3).join(' ')}\n      </${C}>\n    </div>\n  );\n}\n`,
    );
  }
  const sec = `section-${String(Math.floor(i / 20) + 1).padStart(2, '0')}`;
  const ext = i % 2 ? 'mdx' : 'md';
  const mdx = i % 2 && format === 'ours' ? `export const total${i} = ${i};\n\nThe total is {total${i} + 1}.\n\n` : '';
  const pg =
    i % 3 === 0 && format === 'ours'
      ? `## Playground\n\n<Playground id="${C}" props="title label tone size disabled" initial='{"label": "Press"}' />\n\n`
      : '';
  const D = (j) => `<code src="../../../demos/${demos[j]}"></code>`;
  if (format !== 'storybook')
    w(
      `docs/components/${sec}/${C.toLowerCase()}.${format === 'dumi' ? 'md' : ext}`,
      `---\ntitle: ${C} ${cap(words(2).join(' '))}\ndescription: ${para(12)}\ngroup: ${cap(sec)}\n---\n\n# ${C}\n\n${para(60)}\n\n${mdx}## ${cap(words(2).join(' '))}\n\n${para(60)}\n\n${D(0)}\n\n${para(40)}\n\n${D(1)}\n\n## ${cap(words(2).join(' '))}\n\n${para(70)} See [${words(2).join(' ')}](${`./${C.toLowerCase()}.${format === 'dumi' ? 'md' : ext}`}).\n\n- ${para(12)}\n- ${para(12)}\n- ${para(12)}\n\n${D(2)}\n\n${para(50)}\n\n${D(3)}\n\n\`\`\`tsx | pure\nimport { ${C} } from '@acme/ui';\n\nexport const view = <${C} tone="loud" />;\n\`\`\`\n\n${para(50)}\n\n${pg}## API\n\n${format === 'ours' ? `<API id="${C}" />` : ''}\n`,
    );
  else
    w(
      `stories/${C}.stories.tsx`,
      `import type { Meta, StoryObj } from '@storybook/react-vite';\nimport { ${C} } from '@acme/ui';\n${demos.map((d, j) => `import D${j} from '../demos/${d.replace('.tsx', '')}';`).join('\n')}\nconst meta = { title: 'Components/${C}', component: ${C}, tags: ['autodocs'] } satisfies Meta<typeof ${C}>;\nexport default meta;\ntype S = StoryObj<typeof meta>;\n${i % 3 === 0 ? `export const Playground: S = { args: { label: 'Press' } };\n` : ''}${demos.map((_, j) => `export const Demo${j + 1}: S = { render: () => <D${j} /> };`).join('\n')}\n`,
    );
}
w('src/index.ts', `${index.join('\n')}\n`);
if (format !== 'storybook')
  w('docs/index.md', `---\ntitle: Acme UI\n---\n\n# Acme UI\n\nA library of ${N} components.\n`);
w(
  'tsconfig.json',
  JSON.stringify(
    {
      compilerOptions: {
        target: 'es2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        ...(format === 'dumi' ? { baseUrl: '.' } : {}),
        paths: { '@acme/ui': ['./src/index.ts'] },
        types: [],
      },
      include: ['src', 'demos', 'stories'],
    },
    null,
    2,
  ),
);
