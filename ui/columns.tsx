import type { ReactNode } from 'react'
import { bytes, count, date, displayName } from '../core/protocol/format.ts'
import { Badges, Status } from './status.tsx'
import type { CellValue } from './table-sort.ts'
import type { Column } from './table-row.tsx'
import { TwoLines } from './two-lines.tsx'
import { useNarrow } from './use-narrow.ts'

type ColumnOptions<Row> = Partial<Omit<Column<Row>, 'title' | 'value'>> & {
  /** Second line of a wide row, below the value; the table needs `lines: 2`. */
  below?: (row: Row) => string | false | undefined
  belowLook?: 'mono'
}

/** `Access Key` → `accessKey`: the id of a column in the address and in stored choices. */
const idOf = (title: string) =>
  title
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .toLowerCase()
    .replace(/ +(.)/g, (_, letter: string) => letter.toUpperCase())

const textOf = (value: CellValue) => (value === undefined || value === '' ? undefined : displayName(String(value)))

/** Two lines; a narrow row has no room for the second one. */
const WithSecondLine = ({
  below,
  look,
  children,
}: {
  below: string
  look: 'mono' | undefined
  children: ReactNode
}) => {
  const narrow = useNarrow()
  return (
    <TwoLines second={!narrow && below} {...(look && { look })}>
      {children}
    </TwoLines>
  )
}

const columnOf =
  <Content extends CellValue>(base: Partial<Column<never>>, draw?: (value: NonNullable<Content>) => ReactNode) =>
  <Row,>(
    title: string,
    value: (row: Row) => Content | undefined,
    { below, belowLook, ...options }: ColumnOptions<Row> = {},
  ): Column<Row> => {
    const { id = idOf(title), cell } = options
    const content = (row: Row): ReactNode => {
      if (cell) return cell(row)
      const text = value(row)
      return text === undefined || !draw ? textOf(text) : draw(text as NonNullable<Content>)
    }
    return {
      ...(base as Partial<Column<Row>>),
      ...options,
      id,
      title,
      value,
      ...((cell || draw || below) && {
        cell: (row) => {
          const second = below?.(row)
          if (!second) return content(row)
          return (
            <WithSecondLine below={second} look={belowLook}>
              {content(row)}
            </WithSecondLine>
          )
        },
      }),
    }
  }

/** Badges for a list of names. */
const names = <Row,>(
  title: string,
  value: (row: Row) => readonly string[] | undefined,
  { max, ...options }: ColumnOptions<Row> & { max?: number } = {},
): Column<Row> => ({
  id: idOf(title),
  title,
  value: (row) => value(row)?.join(', ') || undefined,
  cell: (row) => {
    const items = value(row)
    return items?.length ? <Badges items={items.map(displayName)} {...(max && { max })} /> : undefined
  },
  ...options,
})

type Tone = Parameters<typeof Status>[0]['tone']

/** A status with its color. */
const status = <Row,>(
  title: string,
  value: (row: Row) => string | undefined,
  tone: (row: Row) => Tone,
  options: ColumnOptions<Row> = {},
): Column<Row> =>
  columnOf<string>({ narrow: 'second' })(title, value, {
    cell: (row) => {
      const texts = textOf(value(row))
      return texts && <Status tone={tone(row)}>{texts}</Status>
    },
    ...options,
  })

/** Columns as data: `column.bytes('Size', ({ size }) => size)`; their ids follow from their titles. */
export const column = {
  /** Name of the row, which opens its page. */
  name: columnOf<string>({ look: 'name', narrow: 'main' }),
  text: columnOf<string | number>({}),
  mono: columnOf<string>({ look: 'mono' }),
  bytes: columnOf<number>({ look: 'number', width: '110px' }, bytes),
  count: columnOf<number>({ look: 'number', width: '100px', narrow: 'hidden' }, count),
  date: columnOf<string>({ look: 'date' }, date),
  names,
  status,
}
