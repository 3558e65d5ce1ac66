import { displayName } from 'stowage'
import * as v from 'valibot'
import { call } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { buckets, documents, Exclusions, type Versioning } from '../../contract.ts'
import type { SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

const Schema = v.object({
  excludedPrefixes: v.pipe(
    v.optional(Exclusions.entries.excludedPrefixes, []),
    v.title('Prefixes'),
    v.description(messages.excludedPrefixesHelp),
    v.metadata({ control: 'list', placeholder: 'logs/*/_temporary/' }),
  ),
  excludeFolders: v.pipe(
    Exclusions.entries.excludeFolders,
    v.title('Folders'),
    v.description(messages.excludedFoldersHelp),
  ),
})

const exclusionsOf = ({ excludedPrefixes = [], excludeFolders = false }: Versioning) => ({
  excludedPrefixes,
  excludeFolders,
})

/** Excludes objects from versioning. */
export const SetExclusions = ({ bucket, current, ...dialog }: SettingProps & { current: Versioning }) => (
  <FormDialog
    title="Exclude From Versioning"
    intro={messages.excludedPrefixesWarning}
    schema={Schema}
    initial={{ excludedPrefixes: current.excludedPrefixes, excludeFolders: current.excludeFolders }}
    verb="Save"
    {...dialog}
    done={messages.settingChanged('Versioning', displayName(bucket), 'updated')}
    onSubmit={(body) => call(documents.setExclusions, { params: { bucket }, body })}
    undo={() => call(documents.setExclusions, { params: { bucket }, body: exclusionsOf(current) })}
    replaces={{
      what: `the versioning of ${displayName(bucket)}`,
      read: async () => exclusionsOf(await call(buckets.versioning, { params: { bucket } })),
      shown: exclusionsOf(current),
    }}
  />
)
