import type { Access, Tag } from '../../contract.ts'
import { isUnencrypted, type SummaryCalls } from '../use-summary.ts'
import { ChangeAccess } from './access.tsx'
import { SetCors } from './cors.tsx'
import { SetEncryption } from './encryption.tsx'
import { SetExclusions } from './exclusions.tsx'
import { SetQuota } from './quota.tsx'
import { SetRetention } from './retention.tsx'
import type { SettingProps } from './setting.ts'
import { EditTags } from './tags.tsx'

type DialogProps = Omit<SettingProps, 'bucket'> & {
  setting: string
  access: Access | undefined
  tags: readonly Tag[] | undefined
  summary: SummaryCalls
}

/** Dialog of one setting, once its current value is loaded. */
export const SettingDialog = ({ setting, access, tags, summary, ...closing }: DialogProps) => {
  const { bucket, corsRules, encryption, versioning, retention, quota } = summary
  const props = { bucket, ...closing }
  if (setting === 'access' && access) return <ChangeAccess {...props} current={access} />
  if (setting === 'encryption' && (encryption.data || isUnencrypted(encryption)))
    return <SetEncryption {...props} current={isUnencrypted(encryption) ? undefined : encryption.data} />
  if (setting === 'retention' && retention.data) return <SetRetention {...props} current={retention.data} />
  if (setting === 'quota' && quota.data) return <SetQuota {...props} current={quota.data} />
  if (setting === 'exclusions' && versioning.data) return <SetExclusions {...props} current={versioning.data} />
  if (setting === 'cors' && corsRules.data) return <SetCors {...props} current={corsRules.data.rules} />
  if (setting === 'tags' && tags) return <EditTags {...props} current={tags} />
  return null
}
