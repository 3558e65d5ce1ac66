import * as v from 'valibot'
import { call, showToast } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { documents, Exclusions, type Versioning } from '../../contract.ts'
import type { SettingProps } from './setting.ts'

const Schema = v.object({
  excludedPrefixes: v.pipe(
    v.optional(Exclusions.entries.excludedPrefixes, []),
    v.title('Prefixes'),
    v.description('Keys that start with one of these prefixes have no versions. * and ? are wildcards.'),
    v.metadata({ control: 'list', placeholder: 'logs/*/_temporary/' }),
  ),
  excludeFolders: v.pipe(
    Exclusions.entries.excludeFolders,
    v.title('Folders'),
    v.description('Objects whose key ends with "/", which mark folders, have no versions.'),
  ),
})

/** Excludes objects from versioning. */
export const SetExclusions = ({ bucket, current, onClose, onDone }: SettingProps & { current: Versioning }) => (
  <FormDialog
    title="Exclude From Versioning"
    intro="Objects overwritten or deleted below these prefixes are lost. Existing versions are kept."
    schema={Schema}
    initial={{ excludedPrefixes: current.excludedPrefixes, excludeFolders: current.excludeFolders }}
    verb="Save"
    busyVerb="Saving"
    onClose={onClose}
    onSubmit={async (body) => {
      await call(documents.setExclusions, { params: { bucket }, body })
      onClose()
      showToast('Versioning successfully updated')
      await onDone()
    }}
  />
)
