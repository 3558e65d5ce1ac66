import { useEffect, useState } from 'react'
import { displayName } from 'stowage'
import { type Draft, Field, Select, TextInput, Stack, Grid } from 'stowage/ui'
import { useBucketNames } from './bucket-names.ts'
import { folderOf, missingFor, type Target, type Template, templateOf, templates } from './templates.ts'
import * as messages from '../messages.ts'

type StartFromProps = {
  /** The template's id. */
  value: string
  /** The document so far. */
  policy: string
  onChange: (value: Draft) => void
  fill: (name: 'policy', value: Draft) => void
}

/** Chooses a template, and its bucket and folder. Each choice replaces the document. */
export const StartFrom = ({ value, policy, onChange, fill }: StartFromProps) => {
  const { names, cannotList } = useBucketNames()
  const [target, setTarget] = useState<Target>({ bucket: '', folder: '' })
  const template = templateOf(value)
  const { asks, hint } = template
  const only = names?.length === 1 ? names[0] : undefined

  const writeDocument = (by: Template, at: Target) => {
    // an incomplete target grants nothing, so the previous document is cleared
    fill('policy', missingFor(by, at) ? '' : by.document({ ...at, folder: folderOf(at.folder) }))
  }
  const updateTarget = (part: Partial<Target>) => {
    const next = { ...target, ...part }
    setTarget(next)
    writeDocument(template, next)
  }
  // there is nothing to choose, unless that would replace what was typed meanwhile
  useEffect(() => {
    if (only === undefined || target.bucket !== '' || (asks !== 'nothing' && policy !== '')) return
    const next = { ...target, bucket: only }
    setTarget(next)
    if (asks !== 'nothing') writeDocument(template, next)
  }, [only])
  const missing = missingFor(template, target)
  const bucketControl = { value: target.bucket, onChange: (bucket: string) => updateTarget({ bucket }) }
  return (
    <Stack gap={5}>
      <Field label="Start From" hint={hint}>
        <Select
          value={template.id}
          options={templates.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => {
            onChange(id)
            writeDocument(templateOf(id), target)
          }}
        />
      </Field>
      {asks !== 'nothing' && (
        <Grid columns={2} gap={5}>
          <Field label="Bucket" hint={target.bucket ? undefined : messages.templatePolicyHelp}>
            {cannotList ? (
              <TextInput {...bucketControl} />
            ) : (
              <Select
                {...bucketControl}
                placeholder={names?.length === 0 ? 'There are no buckets yet' : 'Choose a bucket'}
                options={(names ?? []).map((name) => ({ value: name, label: displayName(name) }))}
              />
            )}
          </Field>
          {asks === 'folder' && (
            <Field
              label="Folder"
              optional
              hint={messages.templateFolderHelp}
              error={target.bucket && missing ? missing : undefined}
            >
              <TextInput
                value={target.folder}
                placeholder="reports/2026"
                onChange={(folder) => updateTarget({ folder })}
              />
            </Field>
          )}
        </Grid>
      )}
    </Stack>
  )
}
