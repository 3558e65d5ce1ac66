import FileWarning from 'lucide-react/icons/file-warning'
import { useState } from 'react'
import { bytes, date, displayName } from 'stowage'
import { Button, Dialog, Diff, Empty, Field, Select, Skeleton } from 'stowage/ui'
import { encodingOf } from '../../sniff.ts'
import { lastName } from '../path.ts'
import { createReader, isPart } from './content.ts'
import { Trouble } from './foot.tsx'
import * as styles from './preview.css.ts'
import { useContent } from './use-content.ts'
import * as messages from '../../messages.ts'

/** Bytes of each version that are compared. */
const MAX_COMPARED_BYTES = 1024 * 1024

/** A version other than a delete marker. */
export type ComparableVersion = { id: string; modified: string; size: number; latest: boolean }

const labelOf = ({ modified, size, latest, id }: ComparableVersion) =>
  `${date(modified)}, ${bytes(size)}${latest ? ', latest' : ''}, ${id.slice(-8)}`

/** First bytes of a version as text; `undefined` if they are not text. */
const useText = (bucket: string, path: string, { id, size }: ComparableVersion) =>
  useContent({ bucket, path, version: id, size }, async (content, signal) => {
    const head = await createReader(content, signal)(0, MAX_COMPARED_BYTES)
    const encoding = encodingOf(head)
    return {
      text: encoding && new TextDecoder(encoding).decode(head),
      isCut: content.size > MAX_COMPARED_BYTES || isPart(content),
    }
  })

type Sides = { bucket: string; path: string; before: ComparableVersion; after: ComparableVersion }

const Compared = ({ bucket, path, before, after }: Sides) => {
  const [one, other] = [useText(bucket, path, before), useText(bucket, path, after)]
  const error = one.error ?? other.error
  if (error) return <Trouble error={error} />
  if (!one.data || !other.data || one.loading || other.loading) return <Skeleton rows={4} columns={1} />
  const { text } = one.data
  if (text === undefined || other.data.text === undefined)
    return <Empty icon={FileWarning} title="Only text can be compared" text={messages.atLeastOneVersion} />
  const isCut = one.data.isCut || other.data.isCut
  const partial = isCut && messages.onlyBeginningsCompared(bytes(MAX_COMPARED_BYTES))
  if (text === other.data.text)
    return <Empty icon={FileWarning} title="The versions are the same" text={partial || 'No lines differ.'} />
  return (
    <>
      <Diff before={text} after={other.data.text} />
      {partial && <p className={styles.foot}>{partial}</p>}
    </>
  )
}

type CompareProps = {
  bucket: string
  path: string
  versions: readonly ComparableVersion[]
  first: string
  onClose: () => void
}

/** Diff of two versions of a text, line by line. */
export const Compare = ({ bucket, path, versions, first, onClose }: CompareProps) => {
  const at = versions.findIndex(({ id }) => id === first)
  // compares an older version with the latest, and the latest with the one before it
  const [sides, setSides] = useState({ before: versions[at === 0 ? 1 : at]?.id ?? '', after: versions[0]?.id ?? '' })
  const options = versions.map((version) => ({ value: version.id, label: labelOf(version) }))
  const [before, after] = [sides.before, sides.after].map((versionId) => versions.find(({ id }) => id === versionId))
  return (
    <Dialog
      title={`Compare ${displayName(lastName(path))}`}
      size="wide"
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <Field label="Before">
        <Select value={sides.before} options={options} onChange={(id) => setSides({ ...sides, before: id })} />
      </Field>
      <Field label="After">
        <Select value={sides.after} options={options} onChange={(id) => setSides({ ...sides, after: id })} />
      </Field>
      {before && after && <Compared {...{ bucket, path, before, after }} />}
    </Dialog>
  )
}
