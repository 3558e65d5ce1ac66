import Download from 'lucide-react/icons/download'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useRef } from 'react'
import type { Ring } from '../ring.ts'
import { captureOf } from './capture.ts'
import { Menu } from './menu.tsx'
import { csv, json, saveText } from './table-file.ts'
import type { Column } from './table-row.tsx'

/** What opens a capture: `input` stands anywhere in the page, `choose` asks for the file. */
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

/** Saves rows, the newest first, to be opened again. */
export const saveCapture = (name: string, rows: readonly unknown[]) =>
  saveText(`${name}.ndjson`, captureOf(rows), 'application/x-ndjson')

type LiveFilesProps<Row> = {
  /** What files are called, without an ending. */
  name: string
  ring: Ring<Row>
  /** What an export has of a row. */
  columns: readonly Column<Row>[]
  empty: boolean
  /** `kept` saves rows as they are, to be opened again; `opened` also opens such a file, which `onOpen` is given. */
  capture: 'none' | 'kept' | 'opened'
  onOpen: (file: File) => Promise<void>
}

/** The rows that are kept, the newest first, as a file. */
const fileOf = <Row,>(ring: Ring<Row>, columns: readonly Column<Row>[]) => ({
  titles: columns.map(({ title }) => title),
  values: ring.latest().map((row) => columns.map(({ value }) => value(row))),
})

/** What rows go into and come from: exports for other programs, and captures, which can be opened again. */
export const LiveFiles = <Row,>({ name, ring, columns, empty, capture, onOpen }: LiveFilesProps<Row>) => {
  const file = useCaptureFile(onOpen)
  if (empty && capture !== 'opened') return null
  const save = (ending: string, text: string, type: string) => saveText(`${name}.${ending}`, text, type)
  const exports = [
    { label: 'Export CSV', icon: Download, onSelect: () => save('csv', csv(fileOf(ring, columns)), 'text/csv') },
    {
      label: 'Export JSON',
      icon: Download,
      onSelect: () => save('json', json(fileOf(ring, columns)), 'application/json'),
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
