/**
 * title: Surroundings
 * description: On its own page, this demo takes language, colors and direction from the address.
 */
import Cascader from '@rc-component/cascader';
import { useSyncExternalStore } from 'react';
import '@rc-component/cascader/assets/index.less';
import './shared/demo.less';
import { usePopup } from './shared/use-popup';

const words = {
  'en-US': { label: 'Drink', placeholder: 'Choose a drink', tea: 'Tea', green: 'Green', black: 'Black' },
  'zh-CN': { label: '饮品', placeholder: '请选择饮品', tea: '茶', green: '绿茶', black: '红茶' },
};

/** The address does not change while the page is open. */
const subscribe = () => () => {};

/** `locale`, `theme` and `dir` of the address. On the server, there is no address. */
function useSurroundings() {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  const query = new URLSearchParams(search);
  return {
    locale: query.get('locale') === 'zh-CN' ? ('zh-CN' as const) : ('en-US' as const),
    theme: query.get('theme') ?? 'as the page',
    dir: query.get('dir') === 'rtl' ? ('rtl' as const) : ('ltr' as const),
  };
}

export default function Surroundings() {
  const { locale, theme, dir } = useSurroundings();
  const popup = usePopup();
  const { label, placeholder, tea, green, black } = words[locale];

  return (
    <div className="cascader-demo" lang={locale}>
      <label htmlFor={popup.id}>{label}</label>
      <Cascader
        {...popup}
        key={dir}
        direction={dir}
        placeholder={placeholder}
        options={[
          {
            value: 'tea',
            label: tea,
            children: [
              { value: 'green', label: green },
              { value: 'black', label: black },
            ],
          },
        ]}
      />
      <output htmlFor={popup.id}>{`locale: ${locale}, theme: ${theme}, dir: ${dir}`}</output>
    </div>
  );
}
