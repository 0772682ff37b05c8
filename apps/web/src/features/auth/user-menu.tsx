import { pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import { ChevronDown, KeyRound, LayoutDashboard, LogOut, MonitorSmartphone, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { switchTheme, theme, themes } from '../../lib/browser/theme.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionStore } from '../../session/session.tsx'
import { authTexts } from '../../texts/auth.ts'
import { type Language, language, languages, switchLanguage } from '../../texts/language/language.ts'
import { siteTexts } from '../../texts/site.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'
import styles from './user-menu.module.css'

export function UserMenu({ user, avatar }: { user: string; avatar: string | undefined }) {
  const [, navigate] = useLocation()
  const session = useSessionStore()
  const { theme: chosenTheme } = useStore(theme)
  return (
    <Menu
      label={authTexts.accountMenu(user)}
      buttonClassName={styles.button}
      header={
        <>
          <span className={styles.signedIn}>{authTexts.signedInAs}</span>
          <strong className={styles.name}>@{user}</strong>
        </>
      }
      items={[
        {
          key: 'dashboard',
          label: authTexts.dashboard,
          icon: <LayoutDashboard size={18} aria-hidden="true" />,
          onSelect: () => navigate(pagePaths.dashboard),
        },
        {
          key: 'profile',
          label: authTexts.profile,
          icon: <UserRound size={18} aria-hidden="true" />,
          onSelect: () => navigate(watchPath(user)),
        },
        {
          key: 'stream-key',
          label: authTexts.streamKey,
          icon: <KeyRound size={18} aria-hidden="true" />,
          onSelect: () => navigate(pagePaths.streamKey),
        },
        {
          key: 'sessions',
          label: authTexts.sessions,
          icon: <MonitorSmartphone size={18} aria-hidden="true" />,
          onSelect: () => navigate(pagePaths.sessions),
        },
        ...(Object.keys(languages).length > 1 ? Object.entries(languages) : []).map(([tag, name]) => ({
          key: tag,
          group: siteTexts.language,
          label: <span lang={tag}>{name}</span>,
          isChecked: tag === language,
          onSelect: () => switchLanguage(tag as Language),
        })),
        ...themes.map((choice) => ({
          key: choice,
          group: siteTexts.theme,
          label: siteTexts.themes[choice],
          isChecked: choice === chosenTheme,
          onSelect: () => switchTheme(choice),
        })),
        {
          key: 'logout',
          label: authTexts.logout,
          icon: <LogOut size={18} aria-hidden="true" />,
          isSeparated: true,
          onSelect: () => session.logout(),
        },
      ]}
    >
      <Avatar username={user} src={avatar} size={32} />
      <span className={styles.user}>@{user}</span>
      <ChevronDown size={16} aria-hidden="true" />
    </Menu>
  )
}
