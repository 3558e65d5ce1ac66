import Download from 'lucide-react/icons/download'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useRef } from 'react'
import type { RingBuffer } from './ring-buffer.ts'
import { toJsonLines } from './json-lines.ts'
import { Menu } from './menu.tsx'
import { toCsv, toJson, saveTextFile } from './table-file.ts'
import type { Column } from './table-row.tsx'

/** Opens a capture file: render `input` anywhere in the page; `choose` opens the file picker. */
export const useCaptureFile = (onOpen: (file: File) => Promise<void>) => {
  const chooser = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={chooser}
      type="file"
      accept=".ndjson"
      hidden
      aria-label="Capture"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) void onOpen(file).finally(() => (target.value = ''))
      }}
    />
  )
  return { input, choose: () => chooser.current?.click() }
}

/** Saves rows, given newest first, to be opened again. */
export const saveCapture = (name: string, rows: readonly unknown[]) =>
  saveTextFile(`${name}.ndjson`, toJsonLines(rows), 'application/x-ndjson')

type CaptureMenuProps<Row> = {
  /** File name without extension. */
  name: string
  ring: RingBuffer<Row>
  /** Columns of an export. */
  columns: readonly Column<Row>[]
  empty: boolean
  /** `saved` saves rows as they are; `opened` also opens such a file and passes it to `onOpen`. */
  capture: 'none' | 'saved' | 'opened'
  onOpen: (file: File) => Promise<void>
}

/** The buffered rows, newest first, as a table file. */
const tableFileOf = <Row,>(ring: RingBuffer<Row>, columns: readonly Column<Row>[]) => ({
  titles: columns.map(({ title }) => title),
  values: ring.latest().map((row) => columns.map(({ value }) => value(row))),
})

/** Menu of a live page: exports for other programs, and captures, which can be opened again. */
export const CaptureMenu = <Row,>({ name, ring, columns, empty, capture, onOpen }: CaptureMenuProps<Row>) => {
  const file = useCaptureFile(onOpen)
  if (empty && capture !== 'opened') return null
  const save = (ending: string, text: string, type: string) => saveTextFile(`${name}.${ending}`, text, type)
  const exports = [
    { label: 'Export CSV', icon: Download, onSelect: () => save('csv', toCsv(tableFileOf(ring, columns)), 'text/csv') },
    {
      label: 'Export JSON',
      icon: Download,
      onSelect: () => save('json', toJson(tableFileOf(ring, columns)), 'application/json'),
    },
  ]
  const saving = { label: 'Save Capture', icon: Download, onSelect: () => saveCapture(name, ring.latest()) }
  const opening = { label: 'Open Capture', icon: FolderOpen, onSelect: file.choose }
  return (
    <>
      {file.input}
      <Menu
        label="Export"
        trigger={{ icon: Download, look: 'bordered' }}
        items={[
          ...(capture === 'opened' ? [opening] : []),
          ...(capture !== 'none' && !empty ? [saving] : []),
          ...(empty ? [] : exports),
        ]}
      />
    </>
  )
}
