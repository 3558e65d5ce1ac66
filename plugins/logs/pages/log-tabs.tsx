import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ReactNode } from 'react'
import { useMissingFeature, useQuery } from 'stowage/web'
import { medium, Tabs, useMediaQuery } from 'stowage/ui'

/** Tabs of both logs; the audit tab is disabled with a reason if no records are stored. */
export const LogTabs = ({ value, children }: { value: 'errors' | 'audit'; children: ReactNode }) => {
  const [, setTab] = useQuery('tab', 'errors')
  const missingFeature = useMissingFeature('log-search')
  return (
    <Tabs
      label="Logs"
      look={useMediaQuery(medium) ? 'line' : 'side'}
      value={value}
      onChange={setTab}
      items={[
        { id: 'errors', label: 'Error Logs', icon: CircleAlert },
        {
          id: 'audit',
          label: 'Audit Logs',
          icon: ScrollText,
          ...(missingFeature && value !== 'audit' && { disabled: missingFeature }),
        },
      ]}
    >
      {children}
    </Tabs>
  )
}
