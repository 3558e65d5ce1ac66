import * as v from 'valibot'
import { say } from '../../../../core/banners.ts'
import { call } from '../../../../core/client.ts'
import { FormDialog } from '../../../../core/ui/form-dialog.tsx'
import { buckets, type LifecycleRule } from '../../contract.ts'
import { writeTags } from '../../lifecycle.ts'
import { Scope } from './scope.tsx'
import { TagList, tagsField } from './tags.tsx'
import { tagText } from '../tag-editor.tsx'
import { deeds } from './words.ts'

const Change = v.object({
  enabled: v.pipe(v.boolean(), v.title('Enabled'), v.description('A disabled rule stays and does nothing.')),
  tags: TagList,
})

type EditRuleProps = { bucket: string; rule: LifecycleRule; onClose: () => void; onDone: () => Promise<void> }

/** Enables or disables a rule, and changes the tags that it asks for. */
export const EditRule = ({ bucket, rule, onClose, onDone }: EditRuleProps) => (
  <FormDialog
    title="Edit Lifecycle Configuration"
    intro={
      <>
        {deeds(rule)}. This holds for <Scope of={rule} />.
      </>
    }
    schema={Change}
    initial={{ enabled: rule.status === 'Enabled', tags: rule.tags.map(tagText) }}
    fields={{ tags: tagsField }}
    verb="Save"
    busyVerb="Saving"
    onClose={onClose}
    onSubmit={async ({ enabled, tags }) => {
      const same = tags.map(tagText).join('\n') === rule.tags.map(tagText).join('\n')
      const body = { disable: !enabled, ...(!same && { tags: writeTags(tags) }) }
      await call(buckets.setLifecycleRule, { params: { bucket, id: rule.id }, body })
      onClose()
      say('Lifecycle rule successfully updated')
      await onDone()
    }}
  />
)
