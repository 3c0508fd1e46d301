module Shop.Cart (Cart, total) where

import Data.List (sort)

-- | A cart of a shop.
data Cart = Cart
  { items :: [Item]
  , owner :: String
  } deriving (Show)

newtype Price = Price Int

class Priced a where
  price :: a -> Int

instance Priced Item where
  price = itemPrice

-- | Sums up the items
-- of a cart.
total :: Cart -> Int
total cart = sum (map price (items cart))
  where
    hidden = 1
