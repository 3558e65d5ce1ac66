import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import Package from 'lucide-react/icons/package'
import { type Column, Table } from '../../ui/table.tsx'
import '../../themes/all.ts'

type Row = { name: string; size: number; modified: string }

const rows: Row[] = Array.from({ length: 100_000 }, (_, n) => ({
  name: `object-${String(n).padStart(6, '0')}.bin`,
  size: (n * 7919) % 1_000_000,
  modified: '2026-11-21 08:00:00',
}))

const columns: Column<Row>[] = [
  { id: 'name', title: 'Name', value: (row) => row.name, look: 'name' },
  { id: 'modified', title: 'Last Modified', value: (row) => row.modified },
  { id: 'size', title: 'Size', value: (row) => row.size, align: 'right' },
]

/** Mounts the table once; returns the time in ms, layout included. */
const mountOnce = () => {
  const container = document.body.appendChild(document.createElement('main'))
  container.style.cssText = 'display:flex;flex-direction:column;height:700px;width:1000px'
  const root = createRoot(container)
  const started = performance.now()
  flushSync(() =>
    root.render(
      <Table
        rows={rows}
        columns={columns}
        rowKey={(row) => row.name}
        noun={{ one: 'object', many: 'objects' }}
        empty={{ icon: Package }}
      />,
    ),
  )
  const height = container.getBoundingClientRect().height
  const took = performance.now() - started
  const drawn = container.querySelectorAll('[role=row]').length
  root.unmount()
  container.remove()
  return { took, drawn, height }
}

Object.assign(window, { mountOnce })
