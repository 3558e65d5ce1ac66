import { RadixMenu as Radix } from './radix.ts'
import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import * as styles from './menu.css.ts'
import { MenuItems, OpenMenu } from './open-menu.tsx'
import { toCsv, toJson, saveTextFile, type TableFile } from './table-file.ts'
import type { TableProps } from './table-props.ts'
import type { Density, useTableView } from './table-view.ts'
import { useNarrow } from './use-narrow.ts'

type TableViewMenuProps = {
  name: string
  columns: readonly { id: string; title: string }[]
  fittingColumnsRef: { current: readonly { id: string }[] }
  tableView: ReturnType<typeof useTableView>
  refresh: TableProps<never>['refresh']
  /** Content for an export. */
  file: () => TableFile
  menu: Omit<ComponentProps<typeof OpenMenu>, 'children'>
}

const densities: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }
const intervals = [0, 10, 30, 60]
const intervalLabel = (seconds: number) =>
  seconds === 0 ? 'Off' : seconds === 60 ? 'Every minute' : `Every ${seconds} s`

const keepOpen = (event: Event) => event.preventDefault()

const CheckMark = () => (
  <span className={styles.check}>
    <Radix.ItemIndicator>
      <Icon of={Check} />
    </Radix.ItemIndicator>
  </span>
)

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <Radix.Group aria-label={label}>
    <Radix.Label className={styles.heading}>{label}</Radix.Label>
    {children}
  </Radix.Group>
)

type RadioGroupProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

const RadioGroup = ({ label, value, onChange, options }: RadioGroupProps) => (
  <Group label={label}>
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={styles.item.plain} onSelect={keepOpen}>
          <CheckMark />
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  </Group>
)

const Columns = ({
  columns,
  fittingColumnsRef,
  tableView: { view, changeView },
}: Pick<TableViewMenuProps, 'columns' | 'fittingColumnsRef' | 'tableView'>) => {
  const { hidden } = view
  const toggle = (id: string, on: boolean) =>
    changeView({ hidden: on ? hidden.filter((one) => one !== id) : [...hidden, id], widths: {} })
  return (
    <Group label="Columns">
      {columns.slice(1).map(({ id, title }) => (
        <Radix.CheckboxItem
          key={id}
          className={styles.item.plain}
          checked={!hidden.includes(id)}
          onCheckedChange={(on) => toggle(id, on === true)}
          onSelect={keepOpen}
        >
          <CheckMark />
          {title}
          {!hidden.includes(id) && !fittingColumnsRef.current.some((one) => one.id === id) && (
            <span className={styles.note}>No room</span>
          )}
        </Radix.CheckboxItem>
      ))}
    </Group>
  )
}

/** The menu behind a table's "View" button. */
export const TableViewMenu = (props: TableViewMenuProps) => {
  const { name, columns, fittingColumnsRef, tableView, refresh, file, menu } = props
  const { view, changeView, density, changeDensity } = tableView
  const narrow = useNarrow()
  const isCustomized = view.hidden.length > 0 || Object.keys(view.widths).length > 0
  return (
    <OpenMenu {...menu}>
      {!narrow && columns.length > 1 && <Columns {...{ columns, fittingColumnsRef, tableView }} />}
      {!narrow && columns.length > 0 && (
        <RadioGroup
          label="Rows"
          value={density}
          onChange={(next) => changeDensity(next === 'compact' ? 'compact' : 'comfortable')}
          options={Object.entries(densities).map(([value, label]) => ({ value, label }))}
        />
      )}
      {refresh && (
        <RadioGroup
          label="Refresh"
          value={String(view.every)}
          onChange={(next) => changeView({ every: Number(next) })}
          options={intervals.map((seconds) => ({ value: String(seconds), label: intervalLabel(seconds) }))}
        />
      )}
      <Radix.Separator className={styles.line} />
      <MenuItems
        items={[
          ...(refresh ? [{ label: 'Refresh now', icon: RefreshCw, onSelect: () => void refresh.reload() }] : []),
          {
            label: 'Export CSV',
            icon: Download,
            onSelect: () => saveTextFile(`${name}.csv`, toCsv(file()), 'text/csv'),
          },
          {
            label: 'Export JSON',
            icon: Download,
            onSelect: () => saveTextFile(`${name}.json`, toJson(file()), 'application/json'),
          },
          ...(isCustomized && !narrow
            ? [{ label: 'Default columns', icon: RotateCcw, onSelect: () => changeView({ hidden: [], widths: {} }) }]
            : []),
        ]}
      />
    </OpenMenu>
  )
}
