import * as v from 'valibot'
import { call } from 'stowage/web'
import { TargetName } from 'stowage'
import { showDialog, FormDialog } from 'stowage/ui'
import { type Section, settings as calls } from '../contract.ts'
import { changesOf, schemaOf } from './values.ts'
import * as messages from '../messages.ts'

const NAME = 'target name'

const emptyTarget = { values: {}, fromEnvironment: {}, secrets: [] }

/** Asks for a further target of a section; resolves with its name once saved. */
export const addTarget = (section: Section, existingNames: readonly string[]) =>
  showDialog<string | undefined>((resolve) => {
    const settings = section.settings
    const Name = v.pipe(
      TargetName,
      v.check((name) => !existingNames.includes(name), messages.nameInUse),
      v.metadata({ control: 'mono' }),
    )
    const schema: v.ObjectSchema<v.ObjectEntries, undefined> = v.object({
      [NAME]: Name,
      ...schemaOf(settings, emptyTarget).entries,
    })
    return (
      <FormDialog
        title={`Add ${section.targetLabel ?? 'Target'}`}
        verb="Save"
        schema={schema}
        note={section.dynamic ? messages.changeIsImmediate : messages.changeNeedsRestart}
        onSubmit={async (values: Readonly<Record<string, unknown>>) => {
          const name = String(values[NAME])
          const changes = changesOf(settings, emptyTarget, values)
          await call(calls.save, {
            params: { name: section.key, target: name },
            body: { key_values: changes.map(({ key, after }) => ({ key, value: after })) },
          })
          resolve(name)
        }}
        onClose={() => resolve(undefined)}
      />
    )
  })
