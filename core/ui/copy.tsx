import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'

/** Copies `text`; `label` says what it is ("Copy access key"). For two seconds it says "Copied". */
export const CopyButton = ({ text, label, look }: { text: string; label: string; look?: 'plain' | 'bordered' }) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : label}
      onPress={() => void copy()}
      {...(look && { look })}
    />
  )
}
