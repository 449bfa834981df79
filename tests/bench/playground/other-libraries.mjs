/**
 * Libraries that the controls were not tuned for. Like those in `libraries.mjs`, with what the documentation of each
 * component shows first: props with controls, stories, or rows of its API table.
 */
export const OTHERS = {
  aria: {
    package: 'react-aria-components',
    components: {
      Button: { children: 'Save' },
      Link: { children: 'Home' },
      Checkbox: { children: 'Agree' },
      Switch: { children: 'Wi-Fi' },
      TextField: `import { Input, Label, TextField } from 'react-aria-components';

export default function Demo(props) {
  return (
    <TextField {...props}>
      <Label>Name</Label>
      <Input />
    </TextField>
  );
}
`,
      NumberField: `import { Input, Label, NumberField } from 'react-aria-components';

export default function Demo(props) {
  return (
    <NumberField {...props}>
      <Label>Width</Label>
      <Input />
    </NumberField>
  );
}
`,
      Slider: `import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';

export default function Demo(props) {
  return (
    <Slider {...props}>
      <Label>Opacity</Label>
      <SliderTrack>
        <SliderThumb />
      </SliderTrack>
    </Slider>
  );
}
`,
      Meter: `import { Label, Meter } from 'react-aria-components';

export default function Demo(props) {
  return (
    <Meter value={25} {...props}>
      <Label>Storage</Label>
    </Meter>
  );
}
`,
    },
    documented: {
      Button: 'isPending isDisabled onPress',
      Link: 'children isDisabled',
      Checkbox: 'children isIndeterminate isDisabled',
      Switch: 'children isDisabled',
      TextField: 'isReadOnly isDisabled value',
      NumberField: 'formatOptions isDisabled value',
      Slider: 'orientation isDisabled formatOptions',
      Meter: 'value formatOptions valueLabel minValue maxValue',
    },
  },
  fluent: {
    package: '@fluentui/react-components',
    provider: ['FluentProvider', 'webLightTheme', 'theme={webLightTheme}'],
    components: {
      Button: { children: 'Save' },
      Badge: { children: 'New' },
      Checkbox: { label: 'Agree' },
      Input: { placeholder: 'Name' },
      ProgressBar: { value: 0.5 },
      Switch: { label: 'Wi-Fi' },
      Slider: { defaultValue: 30 },
      Avatar: { name: 'Ada Lovelace' },
    },
    documented: {
      Button: 'shape appearance icon size disabled',
      Badge: 'appearance size shape color icon',
      Checkbox: 'checked disabled size labelPosition required shape',
      Input: 'appearance contentBefore contentAfter disabled placeholder size type value',
      ProgressBar: 'color value indeterminateMotion max shape thickness',
      Switch: 'checked size disabled label required',
      Slider: 'size value step min max vertical disabled',
      Avatar: 'name image icon badge shape color active activeAppearance initials size',
    },
  },
  headless: {
    package: '@headlessui/react',
    components: {
      Button: { children: 'Save' },
      Checkbox: {},
      Switch: {},
      Input: { placeholder: 'Name' },
      Textarea: { placeholder: 'Text' },
      Select: `import { Select } from '@headlessui/react';

export default function Demo(props) {
  return (
    <Select {...props}>
      <option>Active</option>
      <option>Paused</option>
    </Select>
  );
}
`,
      TabGroup: `import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';

export default function Demo(props) {
  return (
    <TabGroup {...props}>
      <TabList>
        <Tab>First</Tab>
        <Tab>Second</Tab>
      </TabList>
      <TabPanels>
        <TabPanel>One</TabPanel>
        <TabPanel>Two</TabPanel>
      </TabPanels>
    </TabGroup>
  );
}
`,
      Listbox: `import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';

export default function Demo(props) {
  return (
    <Listbox defaultValue="Apple" {...props}>
      <ListboxButton>Fruit</ListboxButton>
      <ListboxOptions>
        <ListboxOption value="Apple">Apple</ListboxOption>
        <ListboxOption value="Pear">Pear</ListboxOption>
      </ListboxOptions>
    </Listbox>
  );
}
`,
    },
    documented: {
      Button: 'as disabled autoFocus type',
      Checkbox: 'as checked defaultChecked onChange indeterminate disabled autoFocus name form value',
      Switch: 'as checked defaultChecked onChange name form value',
      Input: 'as invalid disabled autoFocus',
      Textarea: 'as invalid disabled autoFocus',
      Select: 'as invalid disabled autoFocus',
      TabGroup: 'as defaultIndex selectedIndex onChange vertical manual',
      Listbox: 'as invalid disabled value defaultValue by onChange horizontal multiple name form',
    },
  },
};
