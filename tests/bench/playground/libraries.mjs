/** Components by library. A value is the initial state, or the code of a demo for what JSON cannot express. */
export const LIBRARIES = {
  radix: {
    package: '@radix-ui/themes',
    provider: ['Theme'],
    components: {
      Button: { children: 'Save' },
      Text: { children: 'Text' },
      Badge: { children: 'New' },
      Avatar: { fallback: 'A' },
      Slider: { defaultValue: [30] },
      Checkbox: {},
      'TextField.Root': {},
      'Select.Trigger': `import { Select } from '@radix-ui/themes';

export default function Demo(props) {
  return (
    <Select.Root defaultValue="a">
      <Select.Trigger placeholder="Fruit" {...props} />
      <Select.Content>
        <Select.Item value="a">Apple</Select.Item>
      </Select.Content>
    </Select.Root>
  );
}
`,
    },
  },
  mantine: {
    package: '@mantine/core',
    provider: ['MantineProvider'],
    components: {
      Button: { children: 'Save' },
      Badge: { children: 'New' },
      TextInput: { label: 'Name' },
      Select: { data: ['React', 'Vue'] },
      Slider: {},
      Checkbox: { label: 'Agree' },
      Pagination: { total: 10 },
      Alert: { title: 'Note', children: 'Text' },
    },
  },
  chakra: {
    package: '@chakra-ui/react',
    provider: ['ChakraProvider', 'defaultSystem', 'value={defaultSystem}'],
    components: {
      Button: { children: 'Save' },
      Badge: { children: 'New' },
      Input: { placeholder: 'Name' },
      Spinner: {},
      'Progress.Root': `import { Progress } from '@chakra-ui/react';

export default function Demo(props) {
  return (
    <Progress.Root {...props}>
      <Progress.Track>
        <Progress.Range />
      </Progress.Track>
    </Progress.Root>
  );
}
`,
      'Tabs.Root': `import { Tabs } from '@chakra-ui/react';

export default function Demo(props) {
  return (
    <Tabs.Root defaultValue="a" {...props}>
      <Tabs.List>
        <Tabs.Trigger value="a">A</Tabs.Trigger>
        <Tabs.Trigger value="b">B</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="a">First</Tabs.Content>
    </Tabs.Root>
  );
}
`,
      'Slider.Root': `import { Slider } from '@chakra-ui/react';

export default function Demo(props) {
  return (
    <Slider.Root {...props} defaultValue={[40]}>
      <Slider.Control>
        <Slider.Track>
          <Slider.Range />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
`,
      'Checkbox.Root': `import { Checkbox } from '@chakra-ui/react';

export default function Demo(props) {
  return (
    <Checkbox.Root {...props}>
      <Checkbox.HiddenInput />
      <Checkbox.Control />
      <Checkbox.Label>Agree</Checkbox.Label>
    </Checkbox.Root>
  );
}
`,
    },
  },
  antd: {
    package: 'antd',
    components: {
      Button: { children: 'Save' },
      Tag: { children: 'New' },
      Input: { placeholder: 'Name' },
      Select: { options: [{ value: 'a', label: 'Apple' }] },
      Slider: { defaultValue: 30 },
      Progress: { percent: 30 },
      Pagination: { total: 50 },
      Switch: {},
    },
  },
  mui: {
    package: '@mui/material',
    components: {
      Button: { children: 'Save' },
      Chip: { label: 'New' },
      TextField: { label: 'Name' },
      Slider: { defaultValue: 30 },
      Alert: { children: 'Text' },
      Rating: {},
      Pagination: { count: 10 },
      Autocomplete: `import { Autocomplete, TextField } from '@mui/material';

export default function Demo(props) {
  return <Autocomplete options={['Apple', 'Pear']} renderInput={(params) => <TextField {...params} />} {...props} />;
}
`,
    },
  },
};

/** Returns the code of the demo of a component, as the build generates it for a tag. */
export function originalOf({ package: from, components }, id) {
  const initial = components[id];
  if (typeof initial === 'string') return initial;
  const attributes = Object.entries(initial).map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`);
  return `import { ${id.split('.')[0]} } from '${from}';
export default function Demo(props) { return <${id}${attributes.join('')} {...props} />; }
`;
}
