import { lastName } from '../path.ts'
import * as v from 'valibot'
import { call, useMissingFeature } from 'stowage/web'
import { date, displayName } from 'stowage'
import { Button, FormDialog } from 'stowage/ui'
import { text } from 'stowage/classes'
import { type Item, objects, RestoredDays } from '../../contract.ts'
import type { Refusals } from './rights.ts'
import { inputOf, type SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

/** Built-in storage classes; any other class is the name of a tier that contains the object. */
const builtInClasses = ['STANDARD', 'REDUCED_REDUNDANCY']

const schema = v.object({
  days: v.pipe(RestoredDays, v.title('Days'), v.description(messages.restoreDaysHelp), v.metadata({ unit: 'days' })),
})

/** Dialog that restores a temporary copy of an object in a tier. */
export const RestoreObject = ({ bucket, item, ...dialog }: SettingProps) => (
  <FormDialog
    title="Restore Object"
    size="confirm"
    schema={schema}
    initial={{ days: 7 }}
    verb="Restore"
    {...dialog}
    done={messages.restoreStarted(displayName(lastName(item.name)))}
    onSubmit={(body) => call(objects.restore, { ...inputOf(bucket, item), body })}
  />
)

/** Whether a restored copy exists. */
export const Restored = ({ restored }: Pick<Item, 'restored'>) => {
  if (!restored) return null
  const note =
    restored.state === 'running'
      ? 'being restored'
      : restored.until
        ? `restored until ${date(restored.until)}`
        : 'restored'
  return <span className={text.faint}>{`, ${note}`}</span>
}

/** Opens the dialog; disabled with the reason if there is nothing to restore. */
export const RestoreButton = ({ item, refusal, onPress }: { item: Item; refusal: Refusals; onPress: () => void }) => {
  const missingTiers = useMissingFeature('tiers')
  const why =
    missingTiers ??
    (builtInClasses.includes(item.storage_class ?? 'STANDARD')
      ? messages.notInTier
      : item.restored?.state === 'running'
        ? 'It is already being restored'
        : refusal('restore'))
  return (
    <Button tone="quiet" size="sm" disabled={why} onPress={onPress}>
      Restore
    </Button>
  )
}
