'use client';

import { SunMoon } from 'lucide-react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components/Menu';
import { IconButton } from './button';
import { setDensity, setTheme, useDensity, useTheme } from './preference-store';
import { DENSITIES, densityOf, THEMES, themeOf } from './preferences';
import { statusWords } from './status-pill';

const ITEM =
  'flex cursor-pointer items-center justify-between gap-6 px-3 py-1.5 outline-none focus:bg-hover selected:font-medium';
const HEADING = 'px-3 pt-2 pb-1 text-ink-mute text-small';

/** Light, dark or the system's; compact or comfortable. */
export function AppearanceMenu() {
  const theme = useTheme();
  const density = useDensity();
  return (
    <MenuTrigger>
      <IconButton label="Appearance">
        <SunMoon aria-hidden="true" />
      </IconButton>
      <Popover
        placement="bottom end"
        className="min-w-44 overflow-auto rounded-card border border-line bg-raised py-1 shadow-overlay"
      >
        <Menu aria-label="Appearance" className="outline-none">
          <MenuSection
            selectionMode="single"
            selectedKeys={[theme]}
            onSelectionChange={(keys) => setTheme(themeOf(String([...keys][0])))}
          >
            <Header className={HEADING}>Theme</Header>
            {THEMES.map((choice) => (
              <MenuItem key={choice} id={choice} className={ITEM}>
                {({ isSelected }) => <Choice words={statusWords(choice)} isSelected={isSelected} />}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            selectedKeys={[density]}
            onSelectionChange={(keys) => setDensity(densityOf(String([...keys][0])))}
          >
            <Header className={HEADING}>Density</Header>
            {DENSITIES.map((choice) => (
              <MenuItem key={choice} id={choice} className={ITEM}>
                {({ isSelected }) => <Choice words={statusWords(choice)} isSelected={isSelected} />}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Choice({ words, isSelected }: { readonly words: string; readonly isSelected: boolean }) {
  return (
    <>
      {words}
      {isSelected ? <span aria-hidden="true">✓</span> : null}
    </>
  );
}
