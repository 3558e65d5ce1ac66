import type { Access } from '../../contract.ts'
import { isPlain, type SummaryCalls } from '../use-summary.ts'
import { ChangeAccess } from './access.tsx'
import { SetEncryption } from './encryption.tsx'
import { SetQuota } from './quota.tsx'
import { SetRetention } from './retention.tsx'
import type { SettingProps } from './setting.ts'

type DialogProps = Omit<SettingProps, 'bucket'> & { setting: string; access: Access | undefined; summary: SummaryCalls }

/** The dialog of one setting, once what it starts with is there. */
export const SettingDialog = ({ setting, access, summary, ...closing }: DialogProps) => {
  const { bucket, encryption, retention, quota } = summary
  const props = { bucket, ...closing }
  if (setting === 'access' && access) return <ChangeAccess {...props} current={access} />
  if (setting === 'encryption' && (encryption.data || isPlain(encryption)))
    return <SetEncryption {...props} current={isPlain(encryption) ? undefined : encryption.data} />
  if (setting === 'retention' && retention.data) return <SetRetention {...props} current={retention.data} />
  if (setting === 'quota' && quota.data) return <SetQuota {...props} current={quota.data} />
  return null
}
