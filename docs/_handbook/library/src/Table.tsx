import { useState } from 'react';
import './tokens.css';
import './table.css';

export interface TableColumn<Row> {
  /** The property of a row that the column shows. */
  key: keyof Row & string;
  /** The heading of the column. */
  title: string;
}

export interface TableProps<Row extends Record<string, string | number>> {
  /** Names the table, also for screen readers. */
  caption: string;
  /** The columns, in order. The first one names the row. */
  columns: TableColumn<Row>[];
  /** The data. */
  rows: Row[];
}

/** Compares rows. A column's heading is a button that sorts by this column. */
export function Table<Row extends Record<string, string | number>>({ caption, columns, rows }: TableProps<Row>) {
  const [sort, setSort] = useState<{ key: keyof Row & string; isUp: boolean }>();
  const sorted = sort ? rows.toSorted((a, b) => compare(a[sort.key], b[sort.key]) * (sort.isUp ? 1 : -1)) : rows;

  return (
    <div className="ui-table-scroller">
      <table className="ui-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title }) => {
              const order = sort?.key === key ? (sort.isUp ? 'ascending' : 'descending') : undefined;
              return (
                <th key={key} scope="col" aria-sort={order} data-number={typeof rows[0]?.[key] === 'number'}>
                  <button type="button" onClick={() => setSort({ key, isUp: order !== 'ascending' })}>
                    {title}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row[columns[0]?.key ?? '']}>
              {columns.map(({ key }, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell key={key} scope={index === 0 ? 'row' : undefined} data-number={typeof row[key] === 'number'}>
                    {row[key]}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en');
}
