import { useState } from 'react'
import { bytes } from 'stowage'
import { getPreference, type ObjectViewer, setPreference, useViewers } from 'stowage/web'
import { Segmented, Skeleton, Stack } from 'stowage/ui'
import { SNIFFED_BYTES, type PreviewKind, sniff, type SniffResult } from '../../sniff.ts'
import { type Content, isPart, type Source } from './content.ts'
import { CsvTable } from './csv-table.tsx'
import { Foot, Trouble } from './foot.tsx'
import { Lines } from './lines.tsx'
import { Listing } from './listing.tsx'
import { Media } from './media.tsx'
import { extensionOf, viewedAs } from './media-types.ts'
import { NoViewer } from './no-viewer.tsx'
import * as styles from './preview.css.ts'
import { useContent } from './use-content.ts'
import { Viewer } from './viewer.tsx'
import * as messages from '../../messages.ts'

/** Size limit of displayed images in bytes, because their decoded size is unknown. */
export const LARGEST = 20 * 1024 * 1024

const ways = {
  picture: 'Picture',
  sound: 'Sound',
  film: 'Film',
  table: 'Table',
  content: 'Content',
  text: 'Text',
  hex: 'Hex',
} as const

type Way = keyof typeof ways

const byKind: Readonly<Record<PreviewKind, readonly Way[]>> = {
  image: ['picture', 'text', 'hex'],
  audio: ['sound', 'text', 'hex'],
  video: ['film', 'text', 'hex'],
  pdf: ['text', 'hex'],
  text: ['text', 'hex'],
  parquet: ['text', 'hex'],
  zip: ['content', 'text', 'hex'],
  tar: ['content', 'text', 'hex'],
  bytes: ['hex', 'text'],
}

const waysFor = (kind: PreviewKind, path: string): readonly Way[] =>
  kind === 'text' && /^(csv|tsv|tab)$/.test(extensionOf(path)) ? ['table', ...byKind.text] : byKind[kind]

/** One of the choices above a preview. */
type View = { id: string; label: string; show: (switcher: React.ReactNode) => React.ReactNode }

const builtIn = (way: Way, kind: PreviewKind, content: Content): View['show'] => {
  if (way === 'table') return (switcher) => <CsvTable {...{ content, switcher }} />
  if (way === 'content') return (switcher) => <Listing {...{ content, switcher }} of={kind === 'zip' ? 'zip' : 'tar'} />
  if (way === 'text' || way === 'hex') return (switcher) => <Lines key={way} {...{ content, switcher }} as={way} />
  return (switcher) => (
    <>
      <div className={styles.tools}>{switcher}</div>
      {way === 'picture' && content.size > LARGEST ? (
        <Foot note={undefined}>{messages.noPreviewAbove(bytes(LARGEST))}</Foot>
      ) : (
        <Media source={content} />
      )}
    </>
  )
}

const contributed = (viewer: ObjectViewer, content: Content): View => ({
  id: `viewer:${viewer.id}`,
  label: viewer.label,
  show: (switcher) => <Viewer key={viewer.id} {...{ viewer, content, switcher }} />,
})

/** Says what to do about a file that only a plugin shows. */
const missing = (content: Content): View => ({
  id: 'missing',
  label: 'Preview',
  show: (switcher) => (
    <>
      <div className={styles.tools}>{switcher}</div>
      <NoViewer source={content} />
    </>
  ),
})

const Views = ({ content, sniffed }: { content: Content; sniffed: SniffResult }) => {
  const { kind } = sniffed
  const viewers = useViewers(viewedAs(sniffed, content.path))
  const all: View[] = [
    // viewers read any part of an object, so they cannot show one of which only the start was decompressed
    ...(isPart(content) ? [] : viewers.map((viewer) => contributed(viewer, content))),
    ...(kind === 'parquet' && viewers.length === 0 ? [missing(content)] : []),
    ...waysFor(kind, content.path).map((way) => ({ id: way, label: ways[way], show: builtIn(way, kind, content) })),
  ]
  const name = `preview:${extensionOf(content.path)}`
  const [chosen, setChosen] = useState(() => getPreference(name))
  const view = all.find(({ id }) => id === chosen) ?? all[0]
  const choose = (next: string) => {
    setPreference(name, next)
    setChosen(next)
  }
  return view?.show(<Segmented label="Shown as" value={view.id} onChange={choose} items={all} />)
}

const media: readonly PreviewKind[] = ['image', 'audio', 'video']

/**
 * Images, audio and video are displayed by the browser from the stored bytes, and archives and tables are read from
 * their ends. So of decompressed contents, only text and bytes can be displayed.
 */
const formatOf = (content: Content): SniffResult => {
  const sniffed = sniff(content.head.subarray(0, SNIFFED_BYTES))
  const { kind } = sniffed
  const isReadable = kind === 'text' || !content.decompressed || !(media.includes(kind) || isPart(content))
  return isReadable ? sniffed : { kind: 'bytes', type: 'application/octet-stream' }
}

/** Preview of an object by the type of its first bytes. Never runs anything in it. */
export const Preview = ({ source }: { source: Source }) => {
  const { data, error } = useContent(source, (content) => ({
    content,
    sniffed: formatOf(content),
  }))
  return (
    <Stack shrink className={styles.preview}>
      {error && <Trouble error={error} />}
      {!error && !data && <Skeleton rows={6} columns={2} />}
      {data && <Views key={data.sniffed.kind} {...data} />}
    </Stack>
  )
}
