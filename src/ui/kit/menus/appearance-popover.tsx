'use client';

import type { RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { statusWords } from '../figures/status-pill';
import { setDensity, setTheme, useDensity, useTheme } from '../preference-store';
import { DENSITIES, densityOf, THEMES, themeOf } from '../preferences';
import { MenuFrame } from './menu-popover';

/** The choices of AppearanceMenu. */
export function AppearancePopover({
  triggerRef,
  onClose,
}: {
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}) {
  const theme = useTheme();
  const density = useDensity();
  return (
    <MenuFrame label="Appearance" triggerRef={triggerRef} placement="bottom end" onClose={onClose}>
      <Menu aria-label="Appearance" className="outline-none" autoFocus="first">
        <MenuSection
          selectionMode="single"
          selectedKeys={[theme]}
          onSelectionChange={(keys) => setTheme(themeOf(String([...keys][0])))}
        >
          <Header className="px-3 pt-2 pb-1 text-ink-mute text-small">Theme</Header>
          {THEMES.map((choice) => (
            <Choice key={choice} id={choice} />
          ))}
        </MenuSection>
        <MenuSection
          selectionMode="single"
          selectedKeys={[density]}
          onSelectionChange={(keys) => setDensity(densityOf(String([...keys][0])))}
        >
          <Header className="px-3 pt-2 pb-1 text-ink-mute text-small">Density</Header>
          {DENSITIES.map((choice) => (
            <Choice key={choice} id={choice} />
          ))}
        </MenuSection>
      </Menu>
    </MenuFrame>
  );
}

function Choice({ id }: { readonly id: string }) {
  return (
    <MenuItem
      id={id}
      textValue={statusWords(id)}
      className="flex cursor-pointer items-center justify-between gap-6 px-3 py-1.5 outline-none selected:font-medium focus:bg-hover"
    >
      {({ isSelected }) => (
        <>
          {statusWords(id)}
          {isSelected ? <span aria-hidden="true">✓</span> : null}
        </>
      )}
    </MenuItem>
  );
}
