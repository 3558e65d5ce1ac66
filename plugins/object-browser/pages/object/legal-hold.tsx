import { lastName } from '../path.ts'
import { displayName } from 'stowage'
import * as v from 'valibot'
import { call } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { type Item, objects } from '../../contract.ts'
import { isOnLegalHold } from './lock.ts'
import { inputOf, type SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

/** Form schema of a legal hold. */
export const LegalHold = v.object({
  status: v.pipe(
    v.picklist(['enabled', 'disabled'], 'Choose enabled or disabled'),
    v.title('Legal Hold Status'),
    v.metadata({ control: 'radio' }),
  ),
})

const statusOf = (item: Item) => (isOnLegalHold(item) ? 'enabled' : 'disabled')

/** Dialog that sets or removes a version's legal hold. */
export const SetLegalHold = ({ bucket, item, ...dialog }: SettingProps) => (
  <FormDialog
    title="Set Legal Hold"
    size="confirm"
    intro={messages.legalHoldHelp}
    schema={LegalHold}
    initial={{ status: statusOf(item) }}
    verb="Set"
    {...dialog}
    done={({ status }) =>
      messages.legalHoldChanged(displayName(lastName(item.name)), status === 'enabled' ? 'on' : 'off')
    }
    onSubmit={(body) => call(objects.setLegalHold, { ...inputOf(bucket, item), body })}
    undo={() => call(objects.setLegalHold, { ...inputOf(bucket, item), body: { status: statusOf(item) } })}
    replaces={{
      what: `the legal hold of ${displayName(lastName(item.name))}`,
      read: async () => isOnLegalHold(await call(objects.info, inputOf(bucket, item))),
    }}
  />
)
