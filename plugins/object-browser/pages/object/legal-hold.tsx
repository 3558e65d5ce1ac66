import * as v from 'valibot'
import { call, showToast } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { objects } from '../../contract.ts'
import { isHeld } from './lock.ts'
import { inputOf, type SettingProps } from './setting.ts'
import * as messages from '../../messages.ts'

const Schema = v.object({
  status: v.pipe(
    v.picklist(['enabled', 'disabled'], 'Choose enabled or disabled'),
    v.title('Legal Hold Status'),
    v.metadata({ control: 'radio' }),
  ),
})

/** Dialog that sets or removes a version's legal hold. */
export const SetLegalHold = ({ bucket, item, onClose, onDone }: SettingProps) => (
  <FormDialog
    title="Set Legal Hold"
    size="confirm"
    intro={messages.whileLegalHoldIsOnNobody}
    schema={Schema}
    initial={{ status: isHeld(item) ? 'enabled' : 'disabled' }}
    verb="Set"
    busyVerb="Setting"
    onClose={onClose}
    onSubmit={async (body) => {
      await call(objects.setLegalHold, { ...inputOf(bucket, item), body })
      onClose()
      showToast(body.status === 'enabled' ? 'Legal hold is on' : 'Legal hold is off')
      await onDone()
    }}
  />
)
