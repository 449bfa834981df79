/**
 * title: Table
 * description: Press a heading to sort the rows.
 */
import { Table } from '@handbook/ui';

const rivers = [
  { name: 'Nile', length: 6650, sea: 'Mediterranean Sea' },
  { name: 'Amazon', length: 6400, sea: 'Atlantic Ocean' },
  { name: 'Yangtze', length: 6300, sea: 'East China Sea' },
];

export default () => (
  <Table
    caption="The longest rivers"
    columns={[
      { key: 'name', title: 'River' },
      { key: 'length', title: 'Length in km' },
      { key: 'sea', title: 'Flows into' },
    ]}
    rows={rivers}
  />
);
