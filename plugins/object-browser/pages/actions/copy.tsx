import { useState } from 'react'
import * as v from 'valibot'
import { servers, showToast, useCall, useMissingFeature } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { Checkbox, Field, Select, TextInput } from 'stowage/ui'
import { buckets } from 'stowage/plugins/buckets'
import { Key } from '../../contract.ts'
import { noun, type Row } from '../items.ts'
import { FolderInput } from '../folder-input.tsx'
import { asFolder, bareName, browseAddress, hasEmptyName, parent } from '../path.ts'
import * as styles from '../remove.css.ts'
import { Subject } from '../subject.tsx'
import { startTransfers } from '../../transfers/start.ts'
import { copyAll, isInside, stepsInto } from './copies.ts'
import { sendTask } from './send.ts'
import { otherServer, TargetServer, useBucketsAt } from './target-server.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { useProgress } from './use-progress.ts'
import * as messages from '../../messages.ts'

const labels = {
  copy: { title: 'Copy', busy: 'Copying', done: 'copied' },
  move: { title: 'Move', busy: 'Moving', done: 'moved' },
  rename: { title: 'Rename', busy: 'Renaming', done: 'renamed' },
} as const

const verbs = { copy: 'Copies', move: 'Moves', rename: 'Renames' } as const

type Target = { bucket: string; folder: string; name: string }

/** Error of a target; `undefined` if it is valid. */
const targetError = (
  from: string | undefined,
  rows: readonly Row[],
  kind: keyof typeof labels,
  { bucket, folder, name }: Target,
  noEmptyNames: string | undefined,
) => {
  const newName = kind === 'rename' ? name : undefined
  if (!bucket) return 'Choose a bucket'
  if (newName !== undefined && !newName.trim()) return 'Enter a name'
  if (newName?.includes('/')) return messages.nameHasSlash
  const targets = new Set<string>()
  for (const { path, kind: of } of rows) {
    const to = `${folder}${newName ?? bareName(path)}${of === 'folder' ? '/' : ''}`
    const { issues } = v.safeParse(Key, to)
    if (issues) return issues[0].message
    if (noEmptyNames && hasEmptyName(to)) return noEmptyNames
    if (targets.has(to)) return messages.sameNames(displayName(bareName(path)), kind)
    targets.add(to)
    if (bucket !== from) continue
    if (to === path) return kind === 'rename' ? 'Enter another name' : messages.chooseAnotherFolder
    if (of === 'folder' && isInside(path, to)) return messages.folderCannotBeCopied
  }
  return undefined
}

type CopyProps = {
  bucket: string
  /** Folder of the rows. */
  prefix: string
  rows: readonly Row[]
  kind: keyof typeof labels
  /** Target folder, if already chosen. */
  to?: string | undefined
  onClose: () => void
  /** Called when some of it may be done, such as before a failure. */
  onChanged: () => void
  /** Called when all of it is done. */
  onDone: () => void
}

/** Dialog that copies, moves or renames objects and folders, with progress. */
export const Copy = ({ bucket, prefix, rows, kind, to, onClose, onChanged, onDone }: CopyProps) => {
  const [row] = rows
  // form errors appear only after input, even if the prefilled target is invalid
  const [touched, setTouched] = useState(false)
  const [target, setTargetTo] = useState<Target>({ bucket, folder: to ?? prefix, name: row ? bareName(row.path) : '' })
  const setTarget = (next: Target) => {
    setTouched(true)
    setTargetTo(next)
  }
  const [existing, setExisting] = useState<'keep' | 'replace'>('keep')
  const [versions, setVersions] = useState<'newest' | 'all'>('newest')
  const [server, setServer] = useState(servers?.current ?? '')
  const other = otherServer(server)
  const there = useBucketsAt(other?.path)
  const all = useCall(buckets.list, undefined, { when: kind !== 'rename' })
  const progress = useProgress()
  const { title, busy, done } = labels[kind]
  const names = other
    ? (there.names ?? [])
    : [...new Set([bucket, ...(all.data?.buckets ?? []).map(({ name }) => name)])]
  const folder = kind === 'rename' ? parent(row?.path ?? '') : asFolder(target.folder)
  const [noVersions, noEmptyNames] = [useMissingFeature('versions'), useMissingFeature('empty-names')]
  const nameHint = /[\r\n]/.test(bareName(row?.path ?? '')) ? messages.lineBreaksAreRemoved : undefined
  const wrong = targetError(
    other ? undefined : bucket,
    rows,
    kind,
    { ...target, folder },
    other ? undefined : noEmptyNames,
  )

  const namesOf = (of: Row['kind']) => rows.filter((one) => one.kind === of).map(({ name }) => name)

  const run = async () => {
    if (other) {
      const mode = kind === 'copy' ? ('copy' as const) : ('move' as const)
      startTransfers([
        sendTask({ bucket, rows, server: other, to: { bucket: target.bucket, folder }, mode, existing, onDone }),
      ])
      return onClose()
    }
    const how = {
      bucket: target.bucket,
      mode: kind === 'copy' ? ('copy' as const) : ('move' as const),
      versions,
      existing,
    }
    const newName = kind === 'rename' ? target.name : undefined
    const result = await progress.run((line) =>
      copyAll(bucket, stepsInto(bucket, rows, folder, { named: newName, progress: line }), how, line),
    )
    if (!result || result.failed.length > 0) return onChanged()
    if (result.stopped) onChanged()
    else onDone()
    const href = browseAddress(target.bucket, folder)
    if (result.stopped) showToast(`Stopped after ${counted(result.done, noun)}`)
    else showToast(`${counted(result.done, noun)} ${done}`, kind === 'rename' ? undefined : { label: 'Show', href })
    onClose()
  }

  return (
    <ProgressDialog
      title={rows.length === 1 ? `${title} ${row?.kind === 'folder' ? 'Folder' : 'Object'}` : `${title} Objects`}
      verbs={{ start: title, busy, done }}
      progress={progress}
      disabled={wrong ?? false}
      isLong
      onStart={() => void run()}
      onClose={onClose}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong && !progress.busy) void run()
        }}
      >
        <p className={styles.summary}>
          {verbs[kind]} <Subject keys={namesOf('object')} folders={namesOf('folder')} />.{' '}
          {other ? messages.sentThroughConsole : kind === 'copy' && messages.legalHoldsAndRetention}
        </p>
        {kind === 'rename' ? (
          <Field label="Name" error={touched ? wrong : undefined} hint={nameHint}>
            <TextInput autoFocus value={target.name} onChange={(name) => setTarget({ ...target, name })} />
          </Field>
        ) : (
          <>
            {servers && (
              <TargetServer
                value={server}
                error={there.error}
                onChange={(name) => {
                  setServer(name)
                  setTargetTo({ ...target, bucket: otherServer(name) ? '' : bucket })
                }}
              />
            )}
            <Field label="Bucket">
              <Select
                value={target.bucket}
                options={[...(target.bucket ? [] : ['']), ...names].map((name) => ({ value: name, label: name }))}
                onChange={(name) => setTarget({ ...target, bucket: name })}
              />
            </Field>
            <Field label="Folder" hint={messages.leaveEmptyForRoot} error={touched ? wrong : undefined} optional>
              {other ? (
                <TextInput value={target.folder} onChange={(typed) => setTarget({ ...target, folder: typed })} />
              ) : (
                <FolderInput
                  bucket={target.bucket}
                  value={target.folder}
                  onChange={(typed) => setTarget({ ...target, folder: typed })}
                />
              )}
            </Field>
          </>
        )}
        {kind === 'copy' && !other && !noVersions && (
          <Checkbox
            label="Copy older versions as well"
            hint={messages.copyVersionsHelp}
            value={versions === 'all'}
            onChange={(on) => setVersions(on ? 'all' : 'newest')}
          />
        )}
        <Checkbox
          label="Replace existing objects"
          hint={messages.existingNamesSkipped(done)}
          value={existing === 'replace'}
          onChange={(on) => setExisting(on ? 'replace' : 'keep')}
        />
      </form>
    </ProgressDialog>
  )
}
