import { ArrowDownWideNarrow, Search, Settings } from 'lucide-react'
import { useState } from 'react'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { InstallWallet } from '../../ui/feedback/install-wallet.tsx'
import { ScriptFailure } from '../../ui/feedback/script-failure.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SelectChoice } from '../../ui/forms/select-choice.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { LiveBadge, OfflineBadge, SampleBadge, Tag } from '../../ui/identity/badge.tsx'
import { ChannelArt } from '../../ui/identity/channel-art.tsx'
import { Logo } from '../../ui/identity/logo.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './design.module.css'
import { Sample } from './sample.tsx'

const kinds = ['primary', 'secondary', 'quiet'] as const
const choices = ['Auto', '1080p', '720p']

export function UiSamples({ theme }: { theme: string }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('Auto')
  const [typed, setTyped] = useState('bees')
  return (
    <>
      <Sample name="Logo">
        <Logo name="Waggle" />
      </Sample>
      <Sample name="Button">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} disabled>
            {kind}, disabled
          </Button>
        ))}
        <Button kind="primary" size="large">
          <Search size={18} aria-hidden="true" />
          large
        </Button>
        <IconButton label="Settings">
          <Settings size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Settings, disabled" disabled>
          <Settings size={20} aria-hidden="true" />
        </IconButton>
      </Sample>
      <Sample name="Badge, Tag">
        <LiveBadge />
        <OfflineBadge />
        <SampleBadge>Sample data</SampleBadge>
        <Tag>Music</Tag>
      </Sample>
      <Sample name="Avatar">
        <Avatar username="alice" src="/u/alice/avatar" size={44} />
        <Avatar username="bob" />
        <Avatar username="carol" size={24} />
      </Sample>
      <Sample name="Spinner">
        <Spinner />
        <Spinner size={32} />
      </Sample>
      <Sample name="Menu">
        <Menu
          label={`Quality: ${chosen}`}
          buttonClassName={styles.menuButton}
          items={choices.map((choice) => ({
            key: choice,
            group: 'Quality',
            label: choice,
            isChecked: choice === chosen,
            onSelect: () => setChosen(choice),
          }))}
        >
          {chosen}
        </Menu>
      </Sample>
      <Sample name="Modal, Toast">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Button onClick={() => toast('It worked')}>Say success</Button>
        <Button onClick={() => toast('It did not work', 'error')}>Say failure</Button>
        {isOpen && (
          <Modal title="A dialog" onClose={() => setOpen(false)}>
            <p>Escape, the backdrop and the cross close it.</p>
          </Modal>
        )}
      </Sample>
      <Sample name="WalletWait">
        <WalletWait onCancel={() => toast('Canceled')} />
      </Sample>
      <Sample name="ErrorMessage, InstallWallet">
        <ErrorMessage>The name must not be empty.</ErrorMessage>
        <ErrorMessage>
          Hive Keychain is required but not found. <InstallWallet />
        </ErrorMessage>
      </Sample>
      <Sample name="Awaiting">
        <Awaiting label="Loading the list" failure="The list could not be loaded." onRetry={() => undefined} />
      </Sample>
      <Sample name="SearchField">
        <SearchField label="Search" placeholder="Search…" maxLength={50} value={typed} onChange={setTyped} />
      </Sample>
      <Sample name="SelectChoice">
        <SelectChoice
          label="Order"
          icon={<ArrowDownWideNarrow size={20} aria-hidden="true" />}
          value="newest"
          options={[
            ['viewers', 'Viewers'],
            ['newest', 'Newest'],
          ]}
          onChange={() => undefined}
        />
      </Sample>
      <Sample name="CopyField" isWide>
        <CopyField label="An address" value="rtmp://site.test/live" copiedText="Address copied" hint="What it is for" />
        <CopyField label="A secret" value="sk_0123456789abcdef" copiedText="Secret copied" isSecret />
        <CopyField label="Several lines" value={'<iframe\n  src="…">\n</iframe>'} copiedText="Code copied" isLong />
      </Sample>
      <Sample name="Notice, ScriptFailure, Panel" isWide>
        <Notice level={2} title="Nothing here" action={<Button kind="primary">Do something</Button>}>
          A sentence that says what can be done about it.
        </Notice>
        <Notice level={2} title="Something broke" tone="error">
          A sentence that says what happened.
        </Notice>
        <ScriptFailure />
        <Panel title={`A ${theme} panel`} aside={<LiveBadge />}>
          <p>What stands in it.</p>
        </Panel>
      </Sample>
      <Sample name="ChannelArt" isWide>
        <div className={styles.picture}>
          <ChannelArt username="alice" avatar="/u/alice/avatar">
            <p>What is to be said</p>
          </ChannelArt>
        </div>
      </Sample>
    </>
  )
}
