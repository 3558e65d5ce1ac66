import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { showError } from '../core/web/toasts.ts'
import { Failure } from '../core/protocol/failure.ts'
import { IconButton } from './button.tsx'
import { copyByHand, browserRefusesCopy } from './messages.ts'

/** On plain HTTP there is no clipboard API, but a copy event can still be filled. */
const copyByEvent = (text: string) => {
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('copy', onCopy, { capture: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', onCopy, { capture: true })
  return isCopied
}

const copyText = async (text: string) => {
  if (!window.isSecureContext) return copyByEvent(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyByEvent(text),
  )
}

/** Whether something was copied in the last two seconds, and a function that copies a text. */
export const useCopied = () => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    if (await copyText(text)) setCopied(true)
    else showError(new Failure(0, browserRefusesCopy, { detail: copyByHand }))
  }
  return [copied, (text: string) => void copy(text)] as const
}

/** Copies `text`; `label` says what it is ("Copy access key"). Shows "Copied" for two seconds. */
export const CopyButton = ({ text, label, look }: { text: string; label: string; look?: 'plain' | 'bordered' }) => {
  const [copied, copy] = useCopied()
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : label}
      onPress={() => copy(text)}
      {...(look && { look })}
    />
  )
}
