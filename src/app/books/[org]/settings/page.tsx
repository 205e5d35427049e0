import { SettingsPage, settingsMetadata } from '@/ui/settings/settings-page';

export const metadata = settingsMetadata;

export default SettingsPage;
