import { call } from 'stowage/web'
import { displayName } from 'stowage'
import { showDialog, FormDialog } from 'stowage/ui'
import { type Tier, tiers } from '../contract.ts'
import { typeOf } from '../types.ts'
import { reloadIfMissing } from './missing-tier.ts'
import { optionsOf, credentialsSchemaOf } from './fields.tsx'
import * as messages from '../messages.ts'

type Keys = { access_key?: string; secret_key?: string; creds?: string }

/** Opens a dialog for new credentials of a tier; resolves to true once changed. `reload` is called if it is missing. */
export const updateCredentials = ({ type, name, ...tier }: Tier, reload: () => unknown) =>
  showDialog<boolean>((resolve) => {
    const kind = typeOf(type)
    const account = tier.azure?.accountname
    if (!kind) return null
    return (
      <FormDialog
        title={`Update Credentials - ${kind.id} / ${displayName(name)}`}
        verb="Save"
        schema={credentialsSchemaOf(kind)}
        initial={account ? { access_key: account } : {}}
        fields={optionsOf(kind.update)}
        done={messages.credentialsUpdated(displayName(name))}
        note={messages.credentialsTestHelp}
        onSubmit={async (values) => {
          await call(tiers.rotate, { params: { type, name }, body: values as Keys }).catch(reloadIfMissing(reload))
          resolve(true)
        }}
        onClose={() => resolve(false)}
      />
    )
  })
